/**
 * The words that remarks are made of: what is spoken of, what became of it, and why that decides nothing. Whoever needs another one
 * adds it here, and looks first whether one of these says it.
 */
export const BESIDE = {
  control: 'the same request as it should be',
  deletion: 'the DELETE',
  first: 'the first time',
  list: 'the list',
  look: 'a GET of the entity',
} as const;

/** Nouns, as they are read with blanks for hyphens. */
const THINGS = [
  'administrator',
  'answer',
  'body-with-names-of-XML',
  'case',
  'certificate-of-this-requester',
  'certificate-that-has-expired',
  'certificate-with-such-a-value',
  'change',
  'claim',
  'deletion',
  'domain-of-the-order',
  'entity',
  'entry-of-this-certificate',
  'fault-that-XML-can-carry',
  'faulty-update',
  'further-method',
  'identifier-of-the-path',
  'input',
  'input-with-this-fault-alone',
  'list-of-two',
  'list-that-is-short-enough',
  'member-with-a-free-text',
  'method',
  'mode',
  'order-with-a-step-that-is-NotApplicable',
  'other-customer',
  'other-member',
  'pair-of-domains',
  'pair-of-entities',
  'pair-of-entries',
  'pair-of-faults',
  'pair-of-lists',
  'pair-of-methods',
  'pair-of-multi-domain-orders',
  'pair-of-organizations',
  'pair-of-values',
  'parent-without-it',
  'partial-update',
  'plain-change',
  'put-in-both-modes',
  'request-that-shows-it',
  'second-organization',
  'secret',
  'single-step',
  'status-of-the-order',
  'step-with-texts',
  'such-step',
  'template',
  'text-of-this-length',
  'throttled-answer',
  'unlisted-step',
  'update',
  'value-of-the-filter',
  'way-to-this-state',
  'wildcard-domain',
  'written-entity',
  'wrong-login',
  'variant-with-this-member',
  'X-Total-Count',
] as const;

export const FATES = {
  accepted: 'was accepted',
  answered: 'was answered',
  deleted: 'was deleted',
  documented: 'was as documented',
  judged: 'was judged',
  known: 'is known',
  listed: 'is listed',
  made: 'is made',
  met: 'was met',
  named: 'is named',
  permitted: 'is permitted',
  possible: 'is possible',
  read: 'could be read',
  refused: 'was refused',
  seen: 'was seen to show',
  sendable: 'could be put on the wire unchanged',
  shown: 'shows',
  sound: 'was shown to hold',
  there: 'is there',
  tried: 'was tried',
} as const;

export const DOUBTS = {
  above: 'a domain may be validated by way of the one above it',
  'absence-silent': 'what an absent entity answers here is not shown',
  'absent-too':
    'it is answered so with the valid credential, too, as the entity is absent: add a fixture that may be changed to tell the two apart',
  'add-orders': 'add more kinds of them under fixtures.order, as with traits: { order: multi }',
  'add-parent': 'add one with allow: destroy under another parent, whose own id no other parent of the profile has',
  'add-variants': 'add a fixture of each variant',
  addresses:
    'which addresses are acceptable is not shown; name one in the traits of the order as email: of several domains one for each, as a list in their order or as a mapping',
  'as-absent': 'every absent entity may be answered so here',
  body: 'whether this answer has a body is not shown',
  'change-unseen': 'the change does not show, and where it would is only assumed',
  characters: 'which characters it may have is not shown',
  coincidence:
    'it came to show what was written to another one, but does not follow a further change in the same place',
  'content-assumed': 'what such an update must carry is only assumed',
  'custom-mode': 'it is in custom mode, and its delegations could not be put back; add one in global mode',
  'delegated-already': 'whether delegations may be asked for that are there already is not shown',
  'delegations-unseen': 'the delegations of an endpoint do not show in its GET',
  'found-by-both': 'it may find those of the new requester as well, and nothing else finds them',
  'for-good': 'it has no value, and the contract shows no way to take one out again; add one with allow: destroy',
  'form-of-XML': 'how a body is written as XML is not shown',
  gone: 'it is gone, and others may be gone with it',
  hopeless: 'not sent, as such requests in a row got no answer in time',
  'invalid-credential': 'the other credential is refused everywhere: it is not valid',
  'judged-apart': 'that is judged for itself',
  'left-out': 'it is left out here',
  'list-changes':
    'the relation did not hold on one look, and holds on another: somebody writes to the list, or its order changes',
  'moves-by-itself': 'it moves by itself, and does not show the methods',
  'name-domains': 'add traits: { domains: "a b" } to an order, with methods that are short enough for a list',
  'name-foreign': 'name some by admin.foreign, or by fixtures with foreign: true',
  'name-traits': 'give fixtures traits named as filters, of what has expired expiresIn below 0, the days from now',
  'names-another': 'the request that is accepted names another one than this',
  'no-burst': 'the profile does not permit to provoke one (legacy.provokeRateLimit)',
  'no-control': 'nor was it seen to be accepted without what is tried, so that the reason may be another',
  'no-error': 'that is no error record',
  'no-holder': 'there is no object that could carry it',
  'no-longer': 'it was accepted before: the entity is no longer there, or no longer in the state for it',
  'no-record': 'that is no readable record, so that it does not tell whether the call was refused',
  'no-shorter-list': 'no value of a filter makes a shorter one',
  'no-success': 'that is no success',
  'no-such-variant': 'whether an entity may change its form is not shown, and no fixture has traits that name this one',
  'not-custom':
    'what changing a location that is no custom one answers is not shown; add one with the trait custom: true',
  'not-to-what-was-written': 'but not to what was written',
  notation: 'some readers of numbers know this notation',
  'order-exists': 'there is such an order; name one under absent.order that does not exist',
  'order-untold':
    'the profile does not say of the order that nothing stands in the way of a change (traits order and state)',
  'own-rules': 'the server may have rules for this that the contract does not show',
  'partial-update': 'what is good in a list may be done all the same',
  'perhaps-absent': 'nothing in this run has shown that the entity is there; add one that is',
  'perhaps-another': 'it may be another entity',
  'perhaps-done':
    'it may be in that state already, and whether it can be brought there again is not shown; add one that is not, or name its state',
  'perhaps-in-use': 'it may still be in use, and what may be deleted then is not shown; add one that nothing uses',
  'perhaps-limit':
    'login or order may be wrong, or the request limit is used up, whose code and window the contract does not show; declare legacy.codes to have it judged',
  'perhaps-missing': 'whether an empty text counts as a missing value is not shown',
  'perhaps-not-delegable':
    'ids of organizations and of departments may be put; perhaps this one cannot be delegated to',
  'perhaps-proxy': 'whether the server trusts everybody, or proxies at this address alone, does not show',
  'perhaps-template': 'of which type the replacement is nobody says, so that it may be a template',
  'places-assumed': 'that its updates show there is only assumed',
  'refused-alone': 'one of them is refused alone',
  role: 'the administrator may not have a role that the server asks for',
  'roles-mixed-up': 'the entitled administrator was refused: the roles in the profile may be mixed up',
  'schema-assumed': 'the schema is only assumed',
  'state-unseen': 'nothing shows the state',
  'steps-before': 'the steps before it were not answered as they should be',
  'still-there': 'it is still there, so that nothing can be seen of what comes after its end',
  'switched-on': 'whether it may be switched on is not shown',
  table: 'which type an administrator may become is judged by the transition table',
  throttling: 'the target kept throttling, or is overloaded',
  unaffordable:
    'the budget of the run does not suffice for it; give a larger one, or judge what is left with --rerun-failed',
  undeletable:
    'the profile says that it may be deleted, and its DELETE is refused, unlike that of others; add one that may be deleted',
  'unknown-taken': 'a replacement that does not exist is taken, so that a template that is gone would be, too',
  'unlike-others': 'it is accepted, unlike other documented values',
  unlisted: 'it is not among the methods that are listed, of which there may be more',
  unread: 'the entity could not be read afterwards',
  unsettled: 'a change that was accepted before has not shown; what changed may have come of it, late',
  'url-length': 'how long a URL may be is not shown',
  'wrong-login-limit': 'legacy.wrongLoginLimit of the profile leaves none for this, or the login has no letters',
} as const;

/** A request beside the one under test. */
export type Beside = keyof typeof BESIDE;

/** What there is none of. */
export type Thing = (typeof THINGS)[number];

/** What became of none of them. */
export type Fate = keyof typeof FATES;

/** Why what was seen decides nothing. */
export type Doubt = keyof typeof DOUBTS;
