/** What the driver of an administrator is told, beside whom to drive. */
import type { Send } from '../../lifecycles/look.ts';
import type { OtherMembers, Touched } from './other-members.ts';
import type { Form } from './type-request.ts';

/** Shared by the drivers of a check. */
export interface DriverOptions {
  /** False when the place where the type shows was found not to show it. */
  readable: boolean;
  /** Forms that were seen to be accepted, by wanted type; shared by the drivers of a check. */
  readonly forms: Map<string, Form>;
  /** Listed changes, `from>to`, that did not lead where they should: they are no means to get anywhere. */
  readonly failed: Set<string>;
  readonly others: OtherMembers;
}

/** How one change is tried. */
export interface Attempt {
  readonly probe: boolean;
  readonly submit: () => ReturnType<Send>;
  /** Sends the same again, to see whether it was this that changed something. */
  readonly again: () => ReturnType<Send>;
  /** Other members that the change comes with. */
  readonly touched?: Touched;
}
