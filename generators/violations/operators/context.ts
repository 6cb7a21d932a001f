import type { Node, SchemaDocument } from '../../schema/document.ts';
import type { Recipe } from '../../schema/recipe.ts';
import type { Site, Sites } from '../sites.ts';

/** What operators work with. */
export interface Context {
  readonly doc: SchemaDocument;
  readonly sites: Sites;
  /** Chooses one of n alternatives; constant choices make the fixed list of violations, random ones the arbitrary. */
  readonly pick: (alternatives: number) => number;
  /** Recipe of a place's valid values; undefined when it cannot be built apart from its surroundings. */
  readonly recipe: (nodes: readonly Node[]) => Recipe | undefined;
}

export type { Site };
