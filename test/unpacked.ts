/** What a file of a run's output says, whatever it is packed in: `.gz`, or the report's page, which unpacks itself. */
import { gunzipSync } from 'node:zlib';

const PAYLOAD = /id="payload">([A-Za-z0-9+/=]+)</;

/** The bytes of a file of this name, unpacked; the page's own beside what is packed in it. */
export function unpacked(name: string, content: Buffer): Buffer {
  if (name.endsWith('.gz')) return gunzipSync(content);
  const payload = name.endsWith('.html') ? PAYLOAD.exec(content.toString('latin1'))?.[1] : undefined;
  return payload === undefined ? content : Buffer.concat([content, gunzipSync(Buffer.from(payload, 'base64'))]);
}
