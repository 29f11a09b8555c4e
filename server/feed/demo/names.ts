/** Names of streets and stops in a country that does not exist, in three languages. */
import type { Chance } from './chance.ts';

/** A place's name with its forms in the other languages of the country. */
export interface PlaceName {
  readonly en: string;
  readonly de: string;
  readonly fr: string;
}

const FIRST = [
  'Al',
  'Bren',
  'Cas',
  'Dor',
  'El',
  'Fal',
  'Gran',
  'Hel',
  'Is',
  'Jor',
  'Kel',
  'Lun',
  'Mor',
  'Nor',
  'Or',
  'Pel',
  'Quen',
  'Ros',
  'Sel',
  'Tal',
  'Ul',
  'Ven',
  'Wel',
  'Yor',
  'Zan',
  'Ber',
  'Cor',
  'Dal',
  'Er',
  'Fen',
  'Gal',
  'Har',
  'Lor',
  'Mar',
  'Ner',
  'Ost',
  'Par',
  'Rin',
  'Sten',
  'Tor',
  'Var',
  'Win',
];
const SECOND = [
  'bach',
  'brun',
  'dal',
  'den',
  'dorn',
  'feld',
  'gard',
  'hain',
  'holm',
  'lach',
  'lind',
  'mont',
  'nau',
  'rode',
  'rath',
  'see',
  'stad',
  'stein',
  'tal',
  'vik',
  'wald',
  'wick',
  'zell',
  'mer',
  'lin',
  'nis',
  'ven',
  'sol',
];

/** `{}` stands for the name itself. */
const KINDS: readonly PlaceName[] = [
  { en: '{} Street', de: '{}straße', fr: 'Rue de {}' },
  { en: '{} Square', de: '{}platz', fr: 'Place de {}' },
  { en: '{} Avenue', de: '{}allee', fr: 'Avenue de {}' },
  { en: '{} Lane', de: '{}gasse', fr: 'Ruelle de {}' },
  { en: '{} Mill', de: '{}mühle', fr: 'Moulin de {}' },
  { en: '{} Church', de: '{}kirche', fr: 'Église de {}' },
  { en: '{} School', de: '{}schule', fr: 'École de {}' },
  { en: '{} Park', de: '{}park', fr: 'Parc de {}' },
  { en: '{} Garden', de: '{}garten', fr: 'Jardin de {}' },
  { en: '{} Gate', de: '{}tor', fr: 'Porte de {}' },
  { en: '{} Market', de: '{}markt', fr: 'Marché de {}' },
  { en: '{} Hill', de: '{}berg', fr: 'Colline de {}' },
];
const BRIDGE: PlaceName = { en: '{} Bridge', de: '{}brücke', fr: 'Pont de {}' };
const PIER: PlaceName = { en: '{} Pier', de: '{}anleger', fr: 'Embarcadère de {}' };
const VILLAGE: PlaceName = { en: '{} Village', de: '{} Dorf', fr: 'Village de {}' };

/** Makes names and never the same one twice. */
export class Names {
  readonly #chance: Chance;
  readonly #used = new Set<string>();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** A name by where the place is: on a bridge, at a pier, at the end of a line, or anywhere. */
  place(where: 'street' | 'bridge' | 'pier' | 'edge' = 'street'): PlaceName {
    for (let tries = 0; ; tries++) {
      const kind = where === 'bridge' ? BRIDGE : where === 'pier' ? PIER : where === 'edge' ? VILLAGE : this.#chance.pick(KINDS);
      // A large town runs out of short names; longer ones never do.
      const root = this.#chance.pick(FIRST) + this.#chance.pick(SECOND) + (tries > 40 ? this.#chance.pick(SECOND) : '');
      const name = fill(kind, root);
      if (this.#used.has(name.en)) continue;
      this.#used.add(name.en);
      return name;
    }
  }

  /** Name of a town. */
  town(): string {
    return this.#chance.pick(FIRST) + this.#chance.pick(SECOND);
  }
}

function fill(kind: PlaceName, root: string): PlaceName {
  return { en: kind.en.replace('{}', root), de: kind.de.replace('{}', root), fr: kind.fr.replace('{}', root) };
}
