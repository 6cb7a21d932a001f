/**
 * What the reporter of `allure-vitest` cannot know of a test: when the target was asked and how long it took, what its error is to say,
 * and which requirement it is about. `annotate` leaves it as labels, which a listener puts where reports look for it, and takes away.
 */
import type { Label, TestResult } from 'allure-js-commons';
import type { LifecycleListener } from 'allure-js-commons/sdk/reporter';
import type { Result } from '../model.ts';
import { messageOf } from './description.ts';

const [MESSAGE, BEGAN, TOOK, NAME] = ['cc-message', 'cc-began', 'cc-took', 'cc-name'] as const;
const ALL: readonly string[] = [MESSAGE, BEGAN, TOOK, NAME];

/** The labels that a result leaves for the listener. */
export function hiddenLabels(result: Result): Label[] {
  const message = messageOf(result);
  return [
    ...(message === undefined ? [] : [{ name: MESSAGE, value: message }]),
    { name: BEGAN, value: String(Math.round(result.startedAt)) },
    { name: TOOK, value: String(Math.round(result.durationMs)) },
    { name: NAME, value: result.requirement },
  ];
}

/** Gives a result the times that its target took, its requirement as its full name, and one message instead of message and trace. */
export const hiddenFacts: LifecycleListener = {
  beforeTestResultWrite(result) {
    const value = (name: string): string | undefined => result.labels.find((label) => label.name === name)?.value;
    const began = value(BEGAN);
    if (began === undefined) return;
    result.start = Number(began);
    result.stop = result.start + Number(value(TOOK));
    result.fullName = value(NAME) ?? '';
    result.statusDetails = detailsOf(result, value(MESSAGE));
    result.labels = result.labels.filter(({ name }) => !ALL.includes(name));
  },
};

function detailsOf({ statusDetails }: TestResult, message: string | undefined): TestResult['statusDetails'] {
  const { message: _message, trace: _trace, ...others } = statusDetails;
  return { ...others, ...(message === undefined ? {} : { message }) };
}
