import fc from 'fast-check';
import { token, valueAt } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { boundaries } from '../schema/boundaries.ts';
import { BoundedFilter } from '../schema/bounded.ts';
import { Builder } from '../schema/builder.ts';
import { keyOf } from '../schema/conjunction.ts';
import type { Node } from '../schema/document.ts';
import { UnsatisfiableSchemaError, UnsupportedSchemaError } from '../schema/errors.ts';
import { canonical, replaceAt } from '../schema/json.ts';
import { picker } from '../schema/random.ts';
import type { Recipe } from '../schema/recipe.ts';
import { prepare } from '../schema/valid.ts';
import { isJust } from './clause.ts';
import { arrayProposals } from './operators/arrays.ts';
import { branchProposals } from './operators/branches.ts';
import type { Context } from './operators/context.ts';
import { enumProposals } from './operators/enums.ts';
import { numberProposals } from './operators/numbers.ts';
import { objectProposals } from './operators/objects.ts';
import { textProposals } from './operators/texts.ts';
import { typeProposals } from './operators/types.ts';
import { type Site, type Sites, sitesOf } from './sites.ts';
import type { Proposal, Violation } from './violation.ts';

const OPERATORS = [
  numberProposals,
  textProposals,
  enumProposals,
  arrayProposals,
  objectProposals,
  branchProposals,
  typeProposals,
];

/** Keywords that give a schema several kinds of value, each of which can be broken. */
const BRANCHING = ['oneOf', 'anyOf', 'if', 'dependentSchemas'];
/** Whole values from which violations are made at most. */
const MOST_BASES = 24;

/**
 * All kinds of violation of a schema, one each for every constraint of every place, always the same and nearest first.
 * Each breaks exactly one keyword at one place: read by the branches that the valid value takes, nothing else complains
 * (save `enum` and `const` about a value of the wrong type, and the combinators above the place).
 * What one constraint cannot break without another is not in the list.
 * @throws as `valid`.
 */
export function violations(schema: JsonSchema): Violation[] {
  const maker = new Maker(schema);
  const { recipe } = prepare(schema);
  const branches = boundaries(schema).filter(({ keyword }) => BRANCHING.includes(keyword));
  const bases = new Map<string, unknown>();
  for (const base of [recipe.full(), recipe.plain(), ...branches.map(({ value }) => value)]) {
    if (bases.size < MOST_BASES) bases.set(canonical(base), base);
  }
  const found = new Map<string, Violation>();
  for (const base of bases.values()) {
    const sites = maker.sites.of(base);
    const repeated: string[] = [];
    for (const site of sites) {
      // A schema inside itself has the same constraints again: once is enough.
      if (repeated.some((above) => site.pointer.startsWith(above))) continue;
      if (isRepeated(site, sites)) repeated.push(`${site.pointer}/`);
      const turns = new Map<string, number>();
      for (const proposal of maker.proposals(site, picker(41))) {
        const member = proposal.member === undefined ? '' : token(proposal.member);
        const name = `${proposal.operator} ${site.pointer}${member} ${proposal.keyword} ${proposal.schemaPointer}`;
        const turn = turns.get(name) ?? 0;
        turns.set(name, turn + 1);
        const key = `${name} ${turn}`;
        const made = found.has(key) ? undefined : maker.make(base, site, proposal);
        if (made) found.set(key, made);
      }
    }
  }
  return [...found.values()];
}

function isRepeated(site: Site, all: readonly Site[]): boolean {
  const key = keyOf(site.nodes);
  return key !== '' && all.some((other) => site.pointer.startsWith(`${other.pointer}/`) && keyOf(other.nodes) === key);
}

/**
 * Random violations of a schema: random valid values with one random constraint broken. Shrinking makes value and
 * violation simpler and keeps it a violation of exactly one keyword. The certainty is part of the record.
 * @throws as `valid`; UnsatisfiableSchemaError when nothing can be broken.
 */
export function violationArbitrary(schema: JsonSchema): fc.Arbitrary<Violation> {
  const maker = new Maker(schema);
  const { recipe } = prepare(schema);
  const parts = fc.tuple(recipe.arbitrary, fc.nat({ max: 2 ** 20 }), fc.nat({ max: 2 ** 20 }));
  const made = parts.map(([base, which, seed]): Violation | undefined => {
    const sites = maker.sites.of(base);
    // The next place or proposal stands in for one that does not work out: without them many attempts would be lost.
    for (let turn = 0; turn < Math.min(6, sites.length); turn += 1) {
      const site = sites[(which + turn) % sites.length];
      const proposals = site ? maker.proposals(site, picker(seed)).filter(({ values }) => values.length > 0) : [];
      const first = Math.floor(which / sites.length);
      for (let next = 0; site && next < Math.min(4, proposals.length); next += 1) {
        const proposal = proposals[(first + next) % proposals.length];
        const violation = proposal && maker.make(base, site, proposal);
        if (violation) return violation;
      }
    }
    return undefined;
  });
  const kept = new BoundedFilter(made, (violation) => violation !== undefined, { pointer: '', keyword: 'type' });
  return kept as fc.Arbitrary<Violation>;
}

/** Makes and proves the violations of one schema. */
class Maker {
  readonly sites: Sites;
  readonly #accepts: (value: unknown) => boolean;
  readonly #builder: Builder;
  readonly #context: Omit<Context, 'pick'>;

  constructor(schema: JsonSchema) {
    const { doc } = prepare(schema);
    this.sites = sitesOf(doc);
    this.#accepts = (value) => doc.accepts(value);
    this.#builder = new Builder(doc, 'plain');
    this.#context = { doc, sites: this.sites, recipe: (nodes) => this.#recipe(nodes) };
  }

  proposals(site: Site, pick: (alternatives: number) => number): Proposal[] {
    const context: Context = { ...this.#context, pick };
    return OPERATORS.flatMap((operator) => operator(site, context));
  }

  /** The violation that a proposal makes of a valid value; undefined when nothing proposed breaks just the keyword. */
  make(base: unknown, site: Site, proposal: Proposal): Violation | undefined {
    const { operator, keyword, member, certainty = 'definite' } = proposal;
    const pointer = site.pointer + (member === undefined ? '' : token(member));
    for (const replacement of proposal.values) {
      const value = site.pointer === '' ? replacement : replaceAt(base, site.pointer, replacement);
      const aside = proposal.branching ? { pointer: site.pointer, keyword } : undefined;
      const clauses = this.sites.broken(base, value, aside);
      const refused = !this.#accepts(value);
      if (!clauses) continue;
      const intact = certainty === 'debatable' && clauses.length === 0;
      const proven = proposal.branching
        ? clauses.length === 0 && refused
        : isJust(clauses, { keyword, pointer }) && refused;
      if (!proven && !intact) continue;
      const schemaPointer = proposal.schemaPointer + token(keyword);
      return {
        operator,
        keyword,
        pointer,
        schemaPointer,
        old: valueAt(base, pointer),
        new: valueAt(value, pointer),
        value,
        certainty,
      };
    }
    return undefined;
  }

  #recipe(nodes: readonly Node[]): Recipe | undefined {
    try {
      return this.#builder.build(nodes);
    } catch (error) {
      if (error instanceof UnsatisfiableSchemaError || error instanceof UnsupportedSchemaError) return undefined;
      throw error;
    }
  }
}
