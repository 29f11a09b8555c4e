/**
 * The byte at which a text stops being JSON (RFC 8259), or its length where nothing is wrong or it is too short. Only for a
 * text that JSON.parse has refused: that says where for some faults and for others not.
 */
export function jsonFault(bytes: Buffer): number {
  const open: number[] = [];
  let expecting: 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'more' = 'value';
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
      at++;
      continue;
    }
    const closes = byte === 0x7d ? 0x7b : byte === 0x5d ? 0x5b : 0;
    if (closes !== 0) {
      if ((expecting !== 'more' && !expecting.endsWith('end')) || open.pop() !== closes) return at;
      expecting = 'more';
      at++;
    } else if (expecting === 'colon') {
      if (byte !== 0x3a) return at;
      expecting = 'value';
      at++;
    } else if (expecting === 'more') {
      if (byte !== 0x2c || open.length === 0) return at;
      expecting = open.at(-1) === 0x7b ? 'name' : 'value';
      at++;
    } else if (byte === 0x22) {
      const { end, whole } = pastText(bytes, at);
      if (!whole) return end;
      at = end;
      expecting = expecting.startsWith('name') ? 'colon' : 'more';
    } else if (expecting.startsWith('name')) return at;
    else if (byte === 0x7b || byte === 0x5b) {
      open.push(byte);
      expecting = byte === 0x7b ? 'name or end' : 'value or end';
      at++;
    } else {
      const word = /^[\w+.-]*/.exec(bytes.toString('latin1', at, at + 100))?.[0] ?? '';
      if (!/^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/.test(word)) return at;
      at += word.length;
      expecting = 'more';
    }
  }
  return bytes.length;
}

/** Where a text in quotes ends; `whole` is false where it goes wrong at `end`. */
function pastText(bytes: Buffer, from: number): { end: number; whole: boolean } {
  for (let at = from + 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) return { end: at + 1, whole: true };
    if (byte < 0x20) return { end: at, whole: false };
    if (byte !== 0x5c) continue;
    const escape = /^\\(["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(bytes.toString('latin1', at, at + 6));
    if (escape === null) return { end: at, whole: false };
    at += escape[0].length - 1;
  }
  return { end: bytes.length, whole: false };
}
