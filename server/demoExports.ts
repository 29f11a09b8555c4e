import type { ExportInput } from '../src/domain/exports.ts';
import { demoNight } from './demoNight.ts';
import { DEMO_TIMEZONE } from './feed/demo/demo.ts';
import { insertLocation } from './store/deliveryLocations.ts';
import { insertExport } from './store/exports.ts';
import type { Db } from './store/tables.ts';
import { timeNow } from './surroundings.ts';

/** Gives the demo region its exports: one of one database every night, one of the whole region with its agencies merged. Both go to folders. */
export async function makeDemoExports(db: Db): Promise<void> {
  await db.deleteFrom('export').where('author', '=', 'demo').execute();
  await db.deleteFrom('delivery_location').where('author', '=', 'demo').execute();
  const folder = async (name: string, path: string): Promise<number> => {
    const id = await insertLocation(db, { region: REGION, name, settings: { kind: 'folder', path } }, 'demo');
    if (id === undefined) throw new Error(`The delivery location ${name} could not be made`);
    return id;
  };
  for (const one of demoExports(await folder('Nightly folder', 'nightly'), await folder('Partners folder', 'partners')))
    await insertExport(db, one, 'demo');
}

const REGION = 'Velmar';

function demoExports(nightly: number, partners: number): readonly ExportInput[] {
  const base = { region: REGION, DbId: 'velmar' };
  return [
    {
      ...base,
      name: 'Velmar, every night',
      scope: 'Database',
      schedule: { timeOfDay: demoNight('04:15', DEMO_TIMEZONE, timeNow()) },
      deliveryLocation: { fileName: '{db}-{date}.zip', location: nightly },
      feedInfo: { url: '', contactUrl: '' },
      agencyMergingRules: [],
    },
    {
      ...base,
      name: 'Whole region for partners',
      scope: 'Region',
      schedule: { timeOfDay: '' },
      deliveryLocation: { fileName: 'velmar-region.zip', location: partners },
      feedInfo: { url: 'https://velmar.example/feeds', contactUrl: 'https://velmar.example/contact' },
      agencyMergingRules: [
        { id: '1', agencyIds: ['VV', 'SF', 'sorne:VV', 'sorne:SF'], mergedAgencyId: 'VELMAR', mergedAgencyName: 'Velmar Transport' },
      ],
    },
  ];
}
