/** What the check needs of the page. */
export interface FreshPagePorts {
  /** Where parts say that code is missing. */
  readonly page: EventTarget;
  /** The page's own address and the code that it has asked for. */
  files(): readonly string[];
  fetch(url: string): Promise<{ readonly status: number }>;
  /** Whether somebody is at work in a field or a window: a reload would take it away. */
  isBusy(): boolean;
  /** Lives as long as the tab. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Milliseconds since 1970. */
  now(): number;
  reload(): void;
}

const KEY = 'dmp.reloads-for-code';

/** At most so many reloads ... */
const RELOADS = 3;

/** ... in so many milliseconds: code that is broken, and not only missing, does not reload the page for ever. */
const WITHIN = 600_000;

/**
 * Loads the page afresh where code stays missing though the server has it. Browsers remember for the life of a page that a module could
 * not be fetched (Chromium since 150, Firefox), so trying again cannot help there. Waits while anything is unsent (a listener of
 * `beforeunload` objects) or the user is editing. `event` is a DOM event of the page; its `detail` is the reason.
 */
export function reloadForMissingCode(event: string, ports: FreshPagePorts): void {
  let isChecking = false;
  const check = async (reason: string): Promise<void> => {
    const before = reloadsOf(ports);
    if (before.length >= RELOADS || !(await canBeHad([...ports.files(), ...urlsIn(reason)], ports))) return;
    if (ports.isBusy() || !ports.page.dispatchEvent(new Event('beforeunload', { cancelable: true }))) return;
    ports.storage.setItem(KEY, JSON.stringify([...before, ports.now()]));
    ports.reload();
  };
  ports.page.addEventListener(event, (said) => {
    if (isChecking) return;
    isChecking = true;
    void check(said instanceof CustomEvent ? String(said.detail) : '').finally(() => (isChecking = false));
  });
}

/** Times of the latest reloads. */
function reloadsOf({ storage, now }: FreshPagePorts): number[] {
  const times: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
  return Array.isArray(times) ? times.filter((time): time is number => typeof time === 'number' && time > now() - WITHIN) : [];
}

/** A browser names the module that it could not fetch. */
function urlsIn(reason: string): string[] {
  return reason.match(/https?:\/\/\S+\.js/g) ?? [];
}

/** Whether the server answers for each of them; "not found" is an answer: the product was updated, and a fresh page asks for other files. */
async function canBeHad(urls: readonly string[], { fetch }: FreshPagePorts): Promise<boolean> {
  for (const url of new Set(urls)) {
    const answer = await fetch(url).catch(() => undefined);
    if (!answer || answer.status >= 500) return false;
  }
  return true;
}
