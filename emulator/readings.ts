/**
 * Silences for which a dialect has nothing to declare and of which the emulator knows a second reading. Taking all the
 * others at once gives a server that conforms just as well and yet behaves unlike the usual one wherever it may.
 */
export const OTHER_READINGS = [
  'identifier.zero-without-minimum',
  'bucket.id.form',
  'admin.template.visible',
  'request.duplicate-members',
  'legacy.status.members-present',
  'legacy.status.step-members',
  'legacy.status.agreement-dates',
  'legacy.error.data',
  'ssl.update.editable-states',
  'response.empty-body-headers',
  'request.array-duplicates',
  'request.content-type.missing',
  'request.unwanted-body',
  'request.accept-header',
  'request.text-length',
  'request.number-form',
  'request.boolean-form',
  'request.enum-case',
  'request.path.trailing-slash',
  'http.head',
  'update.body-identifier',
  'entity.foreign-parent',
  'entity.reference-unknown',
  'ssl.list.total-scope',
  'ssl.list.day-boundaries',
  'ssl.list.deprecated-filters',
  'ssl.update.unknown-certificate',
  'location.not-custom',
  'client.includes.effect',
  'client.includes.form',
  'client.delete.condition',
  'mark.absent.members',
  'mark.update.completion',
  'admin.replacement.refusal',
  'admin.self-delete',
  'organization.delete.condition',
  'validation.admin-id.range',
  'validation.assignment.repeat',
  'validation.revalidate.condition',
  'validation.level-only-parameters',
  'validation.organization-reference',
  'validation.incorporation-date',
  'validation.country.unassigned',
  'validation.contact-form',
  'request.required-empty',
  'endpoint.update.delegations',
  'endpoint.uri-extension.form',
  'endpoint.link-address.form',
  'endpoint.auth-types.combination',
  'endpoint.delegations.status',
  'endpoint.delegations.created-body',
  'endpoint.delegations.role',
  'endpoint.config.none',
  'endpoint.config.update.body',
  'account.variant.endpoint-mismatch',
  'account.condition',
  'domain.response.body',
  'domain.monitoring.condition',
  'bucket.client-secret.condition',
  'bucket.delete.condition',
  'legacy.order-number.form',
  'legacy.query-arguments',
  'legacy.content-type',
  'legacy.status.content-type',
  'legacy.dcv.single-and-list',
  'legacy.dcv.unknown-domain',
  'legacy.dcv.acceptable-address',
  'legacy.dcv.needless-address',
  'legacy.dcv.same-method',
  'legacy.dcv.success-message',
  'legacy.dcv.content-type',
  'auth.scheme-case',
  'auth.unknown-path',
  'legacy.not-https.transport',
  'error.not-found.further-members',
  'legacy.already-issued.message',
  'legacy.precedence',
  'legacy.wrong-method.format',
  'legacy.rate-limit.dcv',
  'version.other-segments',
  'version.deprecation-signal',
] as const;

/** A silence with a second reading. */
export type OtherReading = (typeof OTHER_READINGS)[number];

/** Tells of which silences the second reading is taken. */
export type Otherwise = (silence: OtherReading) => boolean;

/**
 * @param wanted ids of silences, or `all`.
 * @throws Error for a silence of which no second reading is known.
 */
export function otherwiseOf(wanted: readonly string[] | 'all' | undefined): Otherwise {
  const known: readonly string[] = OTHER_READINGS;
  const unknown = wanted === 'all' ? undefined : wanted?.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new Error(`The emulator knows no other reading of the silence ${unknown}.`);
  const taken = new Set<string>(wanted === 'all' ? known : wanted);
  return (silence) => taken.has(silence);
}
