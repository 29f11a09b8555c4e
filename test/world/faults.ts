/** What goes wrong in a world: messages are lost, lines cut, pages and servers end, disks are full, clocks and processes stand still. */
import type { Chance } from '../laws/chance.ts';
import type { Happening } from './agenda.ts';
import { editNamed } from '../../src/domain/edits/catalogue.ts';
import { Payload, varied } from './acts.ts';
import { asOwner, type Owner, worldTime } from './clock.ts';
import { fullBrowsers } from './page.ts';
import { SOMEWHERE } from './network.ts';
import { EDITORS } from './people.ts';
import type { Tab } from './tab.ts';
import type { World } from './world.ts';

/** Has something go wrong that chance picks. */
export async function fault(world: World, chance: Chance): Promise<void> {
  // between the statements of a task there is little time
  const what = world.has('jobs') && chance.next() < 0.4 ? KILL : chance.next();
  const tab = chance.pick(world.tabs);
  const note = (text: string): void => {
    world.note(`fault: ${text}`);
    world.network.note(tab?.owner ?? SOMEWHERE, 'fault', text);
  };
  if (world.has('jobs') && chance.next() < 0.1) {
    const ms = 1000 + chance.below(20_000);
    note(`the mail server is away for ${ms} ms`);
    world.post.awayUntil = worldTime() + ms;
    return;
  }
  if (world.cluster && chance.next() < 0.35) return ofSeveral(world, chance, note);
  if (world.has('rights') && tab && chance.next() < 0.3) {
    note(`the tokens of ${tab.person} are refused`);
    world.tokens.revoke(tab.person);
  } else if (world.has('disks') && chance.next() < 0.35) {
    const isServer = tab === undefined || chance.next() < 0.7;
    const isFull = isServer ? world.objects.isFull : fullBrowsers.has(tab.person);
    note(`the disk of ${isServer ? 'the server' : `the browser of ${tab.person}`} ${isFull ? 'has room again' : 'is full'}`);
    if (isServer) world.fillServer(!isFull);
    else if (isFull) fullBrowsers.delete(tab.person);
    else fullBrowsers.add(tab.person);
  } else if (what < 0.3) {
    const all = world.agenda.ready().filter((one) => one.lost !== undefined);
    // of a write the server has carried out: the page has to send it again, and be answered as the first time
    const answers = answersOfWrites(world);
    const lost = chance.pick(what < 0.2 && answers.length > 0 ? answers : all);
    if (lost === undefined) return;
    world.agenda.take(lost);
    if (what < 0.2 && answers.length > 0 && chance.next() < 0.6) {
      // what others do meanwhile is told before it comes
      note(`late: ${lost.what}`);
      asOwner(lost.owner, () => setTimeout(() => world.agenda.add(lost), 2000 + chance.below(8000)));
      editSame(world, chance, lost.owner);
      return;
    }
    note(`lost: ${lost.what}`);
    lost.lost?.();
  } else if (what < 0.42) {
    // a repeat that comes once there is room carries out what was refused before
    const again = world.has('disks') ? undefined : world.network.repeatLast();
    if (again !== undefined) note(`repeated: ${again}`);
  } else if (what < 0.55) {
    note(`live connections cut${tab ? ` of ${tab.owner.name}` : ''}`);
    world.network.cutLive(chance.next() < 0.7 ? tab?.owner : undefined);
  } else if (what < 0.65 && tab) {
    const { owner } = (chance.next() < 0.6 ? chance.pick(waitingTabs(world)) : undefined) ?? tab;
    const isCut = world.network.cut.delete(owner);
    if (!isCut) {
      world.network.cut.set(owner, chance.next() < 0.5 ? 'fails' : '502');
      world.network.cutLive(owner);
    }
    note(`the line of ${owner.name} is ${isCut ? 'there again' : 'cut'}`);
  } else if (what < 0.8) {
    note('the server is killed and started again');
    await world.restartServer(world.cluster ? chance.pick(world.servers) : world.server);
  } else if (what < 0.97 && tab) {
    const how = chance.next() < 0.5 ? 'leave' : 'crash';
    const again = chance.next() < 0.5;
    // a page that ends before the answer of a write is there sends it again when it comes back, or has it sent by another one
    const ending = (chance.next() < 0.7 ? chance.pick(waitingTabs(world)) : undefined) ?? tab;
    const isTakenBack = chance.next() < 0.3 && takesBack(ending);
    note(`${ending.owner.name} ${isTakenBack ? 'undoes and ' : ''}${how === 'leave' ? 'is closed' : 'crashes'}${again ? ' and opened again' : ''}`);
    await world.reopen(ending, how, again);
  } else if (tab) {
    tab.owner.skew = chance.below(7_200_000) - 3_600_000;
    note(`the clock of ${tab.owner.name} is ${tab.owner.skew} ms ahead`);
  }
}

/** Answers of writes that are on their way. */
function answersOfWrites(world: World): readonly Happening[] {
  return world.agenda.ready().filter(({ kind, what, lost }) => lost !== undefined && kind === 'answer' && !what.includes(' GET '));
}

/** Somebody else edits what a page is waiting to have answered, once they may have heard of it. */
function editSame({ tabs }: World, chance: Chance, page: Owner): void {
  const from = tabs.find(({ owner }) => owner === page);
  const edit = from?.kernel.snapshot().pending.find((one) => one.write && one.status === 'sent' && editNamed(one.type) !== undefined);
  const other = chance.pick(tabs.filter(({ person }) => EDITORS.includes(person) && person !== from?.person));
  if (edit === undefined || other === undefined) return;
  const command = { type: edit.type, payload: varied(edit.type, Payload.parse(JSON.parse(JSON.stringify(edit.payload))), chance) };
  asOwner(other.owner, () => setTimeout(() => other.kernel.dispatch(command), 300 + chance.below(1200)));
}

/** Pages to which such an answer is on its way. */
function waitingTabs(world: World): readonly Tab[] {
  const answers = answersOfWrites(world);
  return world.tabs.filter(({ owner }) => answers.some((one) => one.owner === owner));
}

/** Undoes an edit that is on its way; false where there is none. */
function takesBack({ kernel, owner }: Tab): boolean {
  const scope = kernel.snapshot().pending.find((one) => one.write && one.status === 'sent')?.scope;
  if (scope !== undefined) asOwner(owner, () => kernel.undo(scope));
  return scope !== undefined;
}

/** Among the faults of a world: the server is killed. */
const KILL = 0.7;

/** Faults of one of several servers; another one goes on. */
async function ofSeveral(world: World, chance: Chance, note: (text: string) => void): Promise<void> {
  const what = chance.next();
  const [server, ms] = [chance.pick(world.servers), 1000 + chance.below(60_000)];
  if (server === undefined) return;
  const { owner } = server;
  if (world.has('jobs') && what < 0.6) {
    // the others take its task after 30 s without a sign of life
    const isStall = what < 0.3;
    const over = what >= 0.4 ? 'mail' : 'task';
    note(`the server of the next ${over} ${isStall ? `stands still for ${ms + 30_000} ms` : 'is killed'}`);
    world.arm({
      over,
      after: chance.below(chance.next() < 0.5 ? 12 : 60),
      strike: (one) => (isStall ? world.stall(one, ms + 30_000) : world.restartServer(one, ms)),
    });
  } else if (what < 0.75) {
    if (world.database.isOpen(owner)) return;
    note(`${owner.name} stands still for ${ms} ms`);
    world.stall(server, ms);
  } else if (what < 0.9) {
    note(`${owner.name} loses its connection to the others for ${ms} ms`);
    world.cluster?.breakWire(owner, ms);
  } else if (world.servers.length > 1) {
    note(`${owner.name} is killed, and starts again after ${ms} ms`);
    await world.restartServer(server, ms);
  }
}
