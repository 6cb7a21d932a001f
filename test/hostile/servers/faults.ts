/** Every fault that a target is put through, and what a run over it may and may not say. */
import type { SecureContextOptions } from 'node:tls';
import type { Verdict } from '../../../spec/vocabulary.ts';
import * as answers from './answers.ts';
import { type Certificates, certificates } from './certificates.ts';
import type { FrontOptions, Misbehaviour } from './front.ts';

export interface HostileFault {
  readonly id: string;
  /** Completes "A target that …". */
  readonly title: string;
  /** What is left out of the front's options is chosen by the run. */
  readonly front: (made: Certificates) => Omit<FrontOptions, 'emulator' | 'sound'>;
  /**
   * What comes of it: no response at all, or only one that says "not now"; or a response that can be judged, and be judged a
   * failure. From the first kind no verdict may follow.
   */
  readonly answers: 'nothing' | 'not-now' | 'something';
  /** Verdicts that requests which met the fault may lead to. */
  readonly verdicts: readonly Verdict[];
  /** What the profile's `tls` needs for the sound part of the run. */
  readonly tls?: boolean;
  /** The run is over before there is anything to see of it. */
  readonly onlyMidway?: boolean;
}

const NOTHING: readonly Verdict[] = ['broken', 'inconclusive'];
const SOMETHING: readonly Verdict[] = ['fail', 'warn', 'broken', 'inconclusive', 'observed', 'pass'];

const silent = (id: string, title: string, misbehave: Misbehaviour): HostileFault => ({
  id,
  title,
  front: () => ({ misbehave }),
  answers: 'nothing',
  verdicts: NOTHING,
});

const speaking = (id: string, title: string, misbehave: Misbehaviour): HostileFault => ({
  id,
  title,
  front: () => ({ misbehave }),
  answers: 'something',
  verdicts: SOMETHING,
});

const secured = (id: string, title: string, later: (made: Certificates) => SecureContextOptions): HostileFault => ({
  id,
  title,
  front: (made) => ({ tls: { first: made.trusted, later: later(made) } }),
  answers: 'nothing',
  verdicts: NOTHING,
  tls: true,
});

/** In the order of the table in the documentation. */
export const FAULTS: readonly HostileFault[] = [
  { id: 'refuses', title: 'refuses connections', front: () => ({}), answers: 'nothing', verdicts: NOTHING },
  silent('reset-in-body', 'resets the connection in mid-body', answers.resetsInMidBody),
  silent('hang-before-header', 'hangs before the header', answers.hangsBeforeTheHeader),
  silent('hang-in-body', 'hangs in mid-body', answers.hangsInMidBody),
  silent('drip', 'sends one byte a second', answers.sendsAByteASecond),
  silent('gigabyte', 'sends a body of 1 GB', answers.sendsAGigabyte),
  silent('gzip-bomb', 'sends 1 MB of gzip that unpacks to 1 GB', answers.sendsAGzipBomb),
  speaking('invalid-utf8', 'answers 200 with invalid UTF-8', answers.sendsInvalidUtf8),
  speaking('invalid-json', 'answers 200 with invalid JSON', answers.sendsInvalidJson),
  silent('huge-header', 'sends a header of 1 MB', answers.sendsAMegabyteOfHeader),
  silent('length-too-long', 'announces a longer body than it sends', answers.announcesMoreThanItSends),
  speaking('length-too-short', 'announces a shorter body than it sends', answers.announcesLessThanItSends),
  silent('http-0.9', 'answers as HTTP/0.9 would', answers.speaksHttp09),
  silent('endless-1xx', 'sends interim responses (1xx) for ever', answers.sendsInterimResponsesForEver),
  speaking('redirect-loop', 'redirects in a circle', answers.redirectsInACircle),
  secured('self-signed', 'shows a self-signed certificate', (made) => made.selfSigned),
  secured('expired', 'shows an expired certificate', (made) => made.expired),
  {
    ...silent('storm-429', 'answers 429 to everything', answers.throttlesForEver),
    answers: 'not-now',
  },
  {
    ...silent('storm-503', 'answers 503 to everything', answers.isUnavailableForEver),
    answers: 'not-now',
  },
  {
    id: 'comes-back',
    title: 'dies and is back after two seconds',
    front: () => ({ backAfterMs: 2000 }),
    answers: 'nothing',
    verdicts: SOMETHING,
    onlyMidway: true,
  },
];

export { certificates };
