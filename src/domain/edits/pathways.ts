/** Edits of pathways between the stops of a station. */
import { z } from 'zod';
import { Coordinate } from '../coordinate.ts';
import { PATHWAY_ORIGINS } from '../pathways.ts';
import { fieldEdit } from './editField.ts';
import { type Pathway, PATHWAY_FIELDS, PathwayField } from '../model/pathway.ts';
import { STOP_TYPES } from '../stops.ts';
import type { Stop } from '../model/stop.ts';
import { type DocumentKey, type Documents, documentEdit, one, put, remove, stopName } from './documentEdit.ts';

/** What a pathway field can hold; an empty text takes it away. */
export const PathwayFieldValue = z.union([z.string().max(1000), z.number(), z.boolean()]);
export type PathwayFieldValue = z.infer<typeof PathwayFieldValue>;

const PathwayKey = z.object({ pathwayId: z.string() });
const NewId = z.string().min(1).max(255);

/** Draws a pathway from a stop to another one, or to empty ground, where a node is made. */
export const createPathway = documentEdit('pathway.create', {
  summary: 'Makes a walkway from a stop to toStopId. Where the version has no such stop a generic node is made at toCoordinate.',
  path: 'edit/pathway/create/:fromStopId',
  payload: z.object({
    fromStopId: z.string(),
    pathwayId: NewId.optional(),
    toStopId: NewId.optional(),
    toCoordinate: Coordinate.optional(),
  }),
  samples: [
    { fromStopId: 'S1', pathwayId: 'NP1', toStopId: 'S2' },
    { fromStopId: 'S1', pathwayId: 'NP2', toStopId: 'NN1', toCoordinate: { Lat: 52.15, Lng: 5.15 } },
  ],
  mint: (p, fresh) => ({ ...p, pathwayId: p.pathwayId ?? fresh('P'), toStopId: p.toStopId ?? fresh('N') }),
  documents: (p) => [
    ...(p.pathwayId === undefined ? [] : [one('Pathway', p.pathwayId)]),
    one('Stop', p.fromStopId),
    ...(p.toStopId === undefined ? [] : [one('Stop', p.toStopId)]),
  ],
  answersStop: (p) => p.toStopId ?? '',
  within: (p) => `pathway/${p.pathwayId ?? ''}`,
  touches: (p) => [`pathway/${p.pathwayId ?? ''}`, ...(p.toCoordinate === undefined ? [] : [`stop/${p.toStopId ?? ''}`])],
  refuse: (docs, p) => {
    if (p.fromStopId === p.toStopId) return 'A pathway cannot lead to the stop it begins at.';
    const to = p.toStopId === undefined ? null : docs.get('Stop', p.toStopId);
    if (to && p.toCoordinate !== undefined) return `There is a stop with the id ${to.Id} already.`;
    if (p.pathwayId === undefined || !docs.get('Pathway', p.pathwayId)) return undefined;
    return `There is a pathway with the id ${p.pathwayId} already.`;
  },
  change: (docs, { fromStopId, pathwayId = '', toStopId = '', toCoordinate }) => {
    const from = docs.need('Stop', fromStopId);
    const to = toCoordinate === undefined ? docs.need('Stop', toStopId) : nodeBeside(from, toStopId, toCoordinate);
    const pathway: Pathway = {
      Id: pathwayId,
      FromStopId: from.Id,
      ToStopId: to.Id,
      Mode: 1,
      IsBidirectional: true,
      DataOrigin: PATHWAY_ORIGINS.Drawn,
    };
    const made = put('Pathway', pathwayId, pathway);
    return toCoordinate === undefined ? [made] : [put('Stop', to.Id, to), made];
  },
  label: (p, docs) =>
    p.toCoordinate === undefined
      ? `Create pathway from ${stopName(docs, p.fromStopId)} to ${stopName(docs, p.toStopId ?? '')}`
      : `Create pathway from ${stopName(docs, p.fromStopId)} to a new node`,
});

/** Changes one field of a pathway: its mode, its ends, what a person meets on it. */
export const editPathwayField = fieldEdit('Pathway', 'pathway.editField', {
  summary: 'Changes one field of a pathway. An empty text takes the field away.',
  path: 'edit/pathway/:field',
  payload: PathwayKey.extend({ field: PathwayField, value: PathwayFieldValue }),
  samples: [
    { pathwayId: 'P1', field: 'mode', value: 2 },
    { pathwayId: 'P1', field: 'isBidirectional', value: false },
    { pathwayId: 'P1', field: 'labelSignpostFront', value: 'Exit A' },
  ],
  keys: PATHWAY_FIELDS,
  id: (p) => p.pathwayId,
  within: (p) => `pathway/${p.pathwayId}`,
  check: (docs, p) => loopError(docs.get('Pathway', p.pathwayId), p.field, p.value),
  named: endsOf,
  nameOf: (docs, p) => pathwayWords(docs, p),
});

/** Turns a pathway round: its ends change places, and with them the signs of stairs and slope and the two signposts. */
export const reversePathway = documentEdit('pathway.reverse', {
  summary: 'Exchanges the ends of a pathway; stairs and slope change their sign, the signposts their place.',
  path: 'edit/pathway/reverse',
  payload: PathwayKey,
  samples: [{ pathwayId: 'P1' }],
  documents: (p) => [one('Pathway', p.pathwayId)],
  within: (p) => `pathway/${p.pathwayId}`,
  touches: (p) =>
    ['FromStopId', 'ToStopId', 'StairCount', 'MaxSlope', 'LabelSignpostFront', 'LabelSignpostBack'].map((key) => `pathway/${p.pathwayId}/${key}`),
  change: (docs, p) => {
    const {
      FromStopId,
      ToStopId,
      StairCount,
      MaxSlope,
      LabelSignpostFront: front,
      LabelSignpostBack: back,
      ...rest
    } = docs.need('Pathway', p.pathwayId);
    return [
      put('Pathway', p.pathwayId, {
        ...rest,
        FromStopId: ToStopId,
        ToStopId: FromStopId,
        ...(StairCount === undefined ? {} : { StairCount: 0 - StairCount }),
        ...(MaxSlope === undefined ? {} : { MaxSlope: 0 - MaxSlope }),
        ...(back === undefined ? {} : { LabelSignpostFront: back }),
        ...(front === undefined ? {} : { LabelSignpostBack: front }),
      }),
    ];
  },
  named: endsOf,
  label: (p, docs) => `Turn ${pathwayWords(docs, p)} round`,
});

/** Removes a pathway; its stops stay. */
export const removePathway = documentEdit('pathway.remove', {
  summary: 'Removes a pathway; its stops stay.',
  path: 'edit/pathway/delete',
  payload: PathwayKey,
  samples: [{ pathwayId: 'P1' }],
  documents: (p) => [one('Pathway', p.pathwayId)],
  within: (p) => `pathway/${p.pathwayId}`,
  touches: (p) => [`pathway/${p.pathwayId}`],
  change: (docs, p) => [remove('Pathway', docs.need('Pathway', p.pathwayId).Id)],
  named: endsOf,
  label: (p, docs) => `Remove ${pathwayWords(docs, p)}`,
});

/** A node of the same station and level as the stop the pathway comes from. */
function nodeBeside(from: Stop, id: string, at: Coordinate): Stop {
  const parent = from.Type === STOP_TYPES.Station ? from.Id : from.ParentId;
  return {
    Id: id,
    Name: '',
    Type: STOP_TYPES.GenericNode,
    Coordinate: at,
    WheelchairBoarding: 0,
    ...(parent === undefined ? {} : { ParentId: parent }),
    ...(from.LevelId === undefined ? {} : { LevelId: from.LevelId }),
  };
}

/** The stops that a pathway connects, for its label. */
function endsOf({ pathwayId }: { readonly pathwayId: string }, docs: Documents): readonly DocumentKey[] {
  const pathway = docs.get('Pathway', pathwayId);
  return pathway ? [one('Stop', pathway.FromStopId), one('Stop', pathway.ToStopId)] : [];
}

/** "pathway Main entrance - Platform 2". */
function pathwayWords(docs: Documents, { pathwayId }: { readonly pathwayId: string }): string {
  const pathway = docs.get('Pathway', pathwayId);
  return pathway ? `pathway ${stopName(docs, pathway.FromStopId)} - ${stopName(docs, pathway.ToStopId)}` : `pathway ${pathwayId}`;
}

/** Why a pathway cannot begin or end at a stop; undefined when it can, and for any other field. `pathway` is null where it is not known. */
export function loopError(pathway: Pathway | null, field: string, value: unknown): string | undefined {
  if (field !== 'fromStopId' && field !== 'toStopId') return undefined;
  const other = field === 'fromStopId' ? pathway?.ToStopId : pathway?.FromStopId;
  return other === value ? 'A pathway cannot lead to the stop it begins at' : undefined;
}
