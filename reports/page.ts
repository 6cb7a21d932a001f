/** A page of HTML that stands alone: what every page of a run has at its head. */
import { visible } from './visible.ts';
import { escapeText } from './xml.ts';

/** What a page consists of. `style` is CSS, `body` markup; the title is any text. */
export interface PageParts {
  readonly title: string;
  readonly style: string;
  readonly body: string;
}

/** The page as a document in UTF-8 that fits any screen, light or dark, and loads nothing. */
export function htmlPage({ title, style, body }: PageParts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(visible(title))}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
