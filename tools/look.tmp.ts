import { installClock, BEGINNING } from '../test/world/clock.ts';
import { installPage } from '../test/world/page.ts';
installClock(); installPage();
const { openBase } = await import('../test/world/base.ts');
const { runWorld } = await import('../test/world/run.ts');
const db = await openBase();
const only = JSON.parse(process.argv[3]!);
const o = { seed: Number(process.argv[2]), events: only.at(-1) + 31, tabs: 3, only: new Set<number>(only) };
await runWorld({...o, events: 100}, db);
const v = await runWorld(o, db);
for (const s of v.world.steps) if (s.at - BEGINNING > Number(process.argv[4] ?? 0)) console.log(s.at - BEGINNING, s.what.slice(0, 220));
for (const t of v.troubles) console.log(t.slice(0, 1500));
for (const tab of v.world.everyTab) { console.log('==', tab.owner.name); for (const r of tab.records) if (!/hash|news|run/.test(r.type)) console.log(r.seq, r.at, r.type, r.id.slice(-5), r.cause?.slice(-5) ?? '', JSON.stringify(r.payload).slice(0, 330)); }
