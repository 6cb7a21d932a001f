/** Bodies in XML: elements become the JSON that the shape of the schema expects. */
import { SaxesParser } from 'saxes';
import type { Json, Type } from '../contract/types.ts';
import type { Shape } from './shape.ts';

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/** @throws Error when the text is not well-formed XML */
function parse(text: string): Element {
  const parser = new SaxesParser();
  const open: Element[] = [{ name: '', children: [], text: '' }];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    const element: Element = { name, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (piece) => {
    const last = open.at(-1);
    if (last) last.text += piece;
  });
  parser.on('cdata', (piece) => {
    const last = open.at(-1);
    if (last) last.text += piece;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return (open[0] as Element).children[0] as Element;
}

/**
 * Reads an XML body: members as child elements, a list as repeated elements.
 * @throws Error when it is not well-formed or its root has another name
 */
export function jsonOfXml(text: string, root: string, shape: Shape): Json {
  const element = parse(text);
  if (element.name !== root) throw new Error(`the root element is to be ${root}`);
  return objectOf(element, shape);
}

function objectOf(element: Element, shape: Shape): Json {
  const object: Record<string, Json> = {};
  for (const child of element.children) {
    const known = shape.children?.get(child.name);
    const type = known?.member?.type;
    if (known?.children) object[child.name] = objectOf(child, known);
    else if (type?.is === 'list') {
      object[child.name] = [
        ...((object[child.name] as readonly Json[] | undefined) ?? []),
        valueOfElement(child, type.of),
      ];
    } else object[child.name] = type ? valueOfElement(child, type) : child.text;
  }
  return object;
}

function valueOfElement(element: Element, type: Type): Json {
  if (type.is === 'record') {
    return Object.fromEntries(
      element.children.map((child) => {
        const member = type.members.find(({ field }) => field === child.name);
        return [child.name, member ? valueOfElement(child, member.type) : child.text];
      }),
    );
  }
  const { text } = element;
  if (type.is === 'int' && /^-?\d+(\.\d+)?$/.test(text.trim())) return Number(text);
  if (type.is === 'bool' && /^(true|false)$/.test(text.trim())) return text.trim() === 'true';
  return text;
}
