/** Header fields of a response as the network library hands them over. */
import type { Dispatcher } from 'undici';
import type { HeaderList } from '../../spec/vocabulary.ts';

type RawHeaders = Dispatcher.DispatchController['rawHeaders'];

/** Header fields in wire order. HTTP/2 has already joined them by name. */
export function headerList(raw: RawHeaders): HeaderList {
  if (raw === null || raw === undefined) return [];
  const list: (readonly [string, string])[] = [];
  if (Array.isArray(raw)) {
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const name = raw[i];
      const value: Buffer | string | (Buffer | string)[] | undefined = raw[i + 1];
      if (name === undefined || value === undefined) continue;
      for (const single of Array.isArray(value) ? value : [value]) list.push([text(name), text(single)]);
    }
    return list;
  }
  for (const [name, value] of Object.entries(raw)) {
    if (name.startsWith(':') || value === undefined) continue;
    for (const single of Array.isArray(value) ? value : [value]) list.push([name, String(single)]);
  }
  return list;
}

function text(value: Buffer | string): string {
  return typeof value === 'string' ? value : value.toString('latin1');
}
