/** Takes the names of people out of what leaves the machine: each person is called the same throughout one report. */
export interface Disguise {
  /** The value with every e-mail address and every known name in its texts and keys replaced; the same object where there is none. */
  readonly of: <T>(value: T) => T;
  /** What stands for a text that is blanked out: equal texts get equal marks, and nothing can be read from them. */
  readonly blank: (text: string) => string;
  /** How many people were renamed. */
  readonly people: () => number;
}

/** E-mail addresses, also as they stand in addresses of pages. */
const EMAIL = String.raw`[\w.+'-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+`;
/** What an address is replaced by; `.invalid` never exists (RFC 2606). */
const MASKED = /^person-\d+@masked\.invalid$/;
const MARK = /^~\d+$/;

/**
 * `names` are names of people that are no e-mail addresses, or are known beforehand. `aliases` answers how else the person of an
 * address is written: "Mia Jansen".
 */
export function createDisguise(names: readonly string[], aliases: (address: string) => readonly string[] = () => []): Disguise {
  const addresses = new Map<string, string>();
  const others = new Map<string, string>();
  const marks = new Map<string, string>();
  let pattern = patternOf([]);

  const addressOf = (address: string): string => {
    const plain = address.replace('%40', '@').toLowerCase();
    if (MASKED.test(plain)) return plain;
    const known = addresses.get(plain);
    if (known !== undefined) return known;
    const masked = `person-${addresses.size + 1}@masked.invalid`;
    addresses.set(plain, masked);
    const written = aliases(masked);
    aliases(plain).forEach((alias, i) => {
      if (alias.length < 4 || others.has(alias)) return;
      others.set(alias, written[i] ?? masked);
      pattern = patternOf([...others.keys()]);
    });
    return masked;
  };
  const textOf = (text: string): string => {
    if (others.size === 0 && !text.includes('@') && !text.includes('%40')) return text;
    return text.replace(pattern, (found) => others.get(found) ?? (found.includes('%40') ? addressOf(found).replace('@', '%40') : addressOf(found)));
  };
  const valueOf = (value: unknown): unknown => {
    if (typeof value === 'string') return textOf(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items = value.map(valueOf);
      return items.some((item, i) => item !== value[i]) ? items : value;
    }
    const before = Object.entries(value);
    const after = before.map(([key, part]) => [textOf(key), valueOf(part)] as const);
    return after.some(([key, part], i) => key !== before[i]?.[0] || part !== before[i]?.[1]) ? Object.fromEntries(after) : value;
  };

  const addressed = new RegExp(`^${EMAIL}$`);
  for (const name of names) {
    if (addressed.test(name)) addressOf(name);
    else if (name.length >= 4 && !others.has(name)) others.set(name, `Person ${others.size + 1}`);
  }
  pattern = patternOf([...others.keys()]);
  return {
    of: (value) => valueOf(value) as typeof value,
    blank(text) {
      if (MARK.test(text)) return text;
      const known = marks.get(text) ?? `~${marks.size + 1}`;
      marks.set(text, known);
      return known;
    },
    people: () => Math.max(addresses.size, others.size),
  };
}

function patternOf(names: readonly string[]): RegExp {
  const escaped = names.toSorted((a, b) => b.length - a.length).map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp([EMAIL, ...escaped.map((name) => `(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`)].join('|'), 'gu');
}
