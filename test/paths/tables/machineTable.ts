/** What a machine has to do, written by hand from the requirements: never derived from the machine that it judges. */

/** `messages = event.messages`: compared with a member of the event, of the context before (`was.draft`), or with JSON; `~` is "holds". */
interface Holding {
  readonly path: string;
  readonly is: '=' | '!=' | '~';
  readonly value: string;
}

interface Row {
  readonly from: string;
  readonly event: string;
  /** Name of the condition; empty where there is none. */
  readonly when: string;
  readonly to: string;
  /** Types of the commands that are issued, in order. */
  readonly asks: readonly string[];
  /** What the context holds afterwards. */
  readonly has: readonly Holding[];
  /** What a user sees then. */
  readonly shows: string;
  readonly ids: readonly string[];
}

/** An event of a path, or a context: which members there are depends on the machine. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = Readonly<Record<string, any>>;

export interface MachineTable {
  readonly rows: readonly Row[];
  readonly conditions: Readonly<Record<string, (event: Loose, context: Loose) => boolean>>;
}

/**
 * Reads a table: one row a line, `state, state | EVENT, EVENT [condition] | next state | commands | has | what is shown | ids`. Of the rows
 * for a state and an event the first whose condition holds counts; where none does, nothing happens. `=` as next state is the same one.
 */
export function machineTable(text: string, conditions: MachineTable['conditions'] = {}): MachineTable {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const rows = lines.flatMap((line) => {
    const [states = '', on = '', to = '', asks = '', has = '', shows = '', ids = ''] = line.split('|').map((cell) => cell.trim());
    const [, events = '', when = ''] = /^(\w+(?:, \w+)*)(?: \[(.+)\])?$/.exec(on) ?? [];
    if (events === '' || shows === '') throw new Error(`This row of a table cannot be read: ${line}`);
    if (when !== '' && !conditions[when]) throw new Error(`Nobody says what the condition ${when} is`);
    const places = states.split(/,\s*/).flatMap((from) => events.split(', ').map((event) => ({ from, event })));
    return places.map(({ from, event }): Row => ({
      from,
      event,
      when,
      to: to === '=' ? from : to,
      asks: asks === '' ? [] : asks.split(/,\s*/),
      has: has === '' ? [] : has.split(/;\s*/).map(holdingOf),
      shows,
      ids: ids === '' ? [] : ids.split(/\s+/),
    }));
  });
  return { rows, conditions };
}

/** The row that counts for an event in a state, undefined where nothing is to happen. */
export function rowFor({ rows, conditions }: MachineTable, state: string, event: Loose, context: Loose): Row | undefined {
  return rows.find(
    (row) => row.from === state && row.event === event['type'] && (row.when === '' || conditions[row.when]?.(event, context) === true),
  );
}

function holdingOf(text: string): Holding {
  const [, path, is, value] = /^([\w.]+)\s*(=|!=|~)\s*(.+)$/.exec(text) ?? [];
  if (path === undefined || value === undefined || (is !== '=' && is !== '!=' && is !== '~'))
    throw new Error(`What a context holds cannot be read: ${text}`);
  return { path, is, value };
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined), value);
}

function holds({ path, is, value }: Holding, event: Loose, was: Loose, context: Loose): boolean {
  const found = at(context, path);
  const known = { event, was };
  const expected: unknown = /^(event|was)\./.test(value) ? at(known, value) : JSON.parse(value);
  if (is === '~') return Array.isArray(found) && found.includes(expected);
  return (JSON.stringify(found) === JSON.stringify(expected)) === (is === '=');
}

/** What a step did otherwise than its row says, in words; empty where it did what it should. Without a row nothing may change. */
export function faultsOf(
  row: Row | undefined,
  before: { readonly state: string; readonly context: Loose },
  event: Loose,
  after: { readonly state: string; readonly context: Loose; readonly asked: readonly string[] },
): readonly string[] {
  const to = row?.to ?? before.state;
  const asks = row?.asks ?? [];
  const held = (row?.has ?? []).map((holding) =>
    holds(holding, event, before.context, after.context)
      ? undefined
      : `${holding.path} is ${JSON.stringify(at(after.context, holding.path))}, it should be ${holding.is} ${holding.value}`,
  );
  return [
    after.state === to ? undefined : `it goes to ${after.state}, not to ${to}`,
    JSON.stringify(after.asked) === JSON.stringify(asks)
      ? undefined
      : `it issues ${after.asked.join(', ') || 'nothing'}, not ${asks.join(', ') || 'nothing'}`,
    ...held,
    row || JSON.stringify(before.context) === JSON.stringify(after.context) ? undefined : 'it keeps something of an event that means nothing there',
  ].filter((fault) => fault !== undefined);
}
