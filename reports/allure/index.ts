export type { RunFacts } from './annotate.ts';
export { annotate } from './annotate.ts';
export { ALLURE_RESULTS, copyAllureResults } from './archive.ts';
export { writeAllureFrame, writeCategories, writeEnvironment, writeExecutor } from './files.ts';
export type { HtmlOptions } from './html.ts';
export { generateHtml } from './html.ts';
export { packPage } from './page.ts';
export type { Skippable } from './settle.ts';
export { settle } from './settle.ts';
