/** Comma-separated text, as RFC 4180 has it. */

/** A field: in quotes where it holds a comma, a quote, a line end, or blanks at its ends that readers would take away. Nothing else is changed. */
export function csvField(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A row without its line end. */
export function csvLine(fields: readonly string[]): string {
  return fields.map(csvField).join(',');
}

/** The names of a header that csvLine wrote; blank ones and the second of two alike are left out, since nothing was read from them. */
export function columnNames(header: string): string[] {
  const names = Array.from(
    header.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
  const seen = new Set(['']);
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

/** A number in plain digits: never with an exponent, which readers of GTFS do not know. */
export function decimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text;
}

/** A time of the service day as `HH:MM:SS`; hours may pass 24. `seconds` is 0 or more. */
export function timeText(seconds: number): string {
  const known = TIMES[seconds];
  if (known !== undefined) return known;
  const two = (value: number): string => String(value).padStart(2, '0');
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (seconds < TIMES_KEPT) TIMES[seconds] = text;
  return text;
}

/** The same 100,000 times are written again and again: two days of seconds at most are remembered. */
const TIMES: string[] = [];
const TIMES_KEPT = 48 * 3600;
