import { defineTexts } from '../language/defineTexts.ts';

export const texts = defineTexts('pathways', {
  notOnMap: "The pathway is not visualized on the map as one or more of the linked stops' coordinates are invalid",
  unknownTitle: 'There is no such pathway',
  unknownHint: 'This version has no pathway with the id {only}.',
  pathway: 'pathway',
  selectPathway: 'Select pathway',
  idsPathwaysSelected: '{ids} pathways selected:',
  pathwayTitle: 'Pathway',
  changeEnds: 'Change ends',
  reversed: 'The pathway leads the other way',
  removePathway: 'Remove pathway',
  removedTitle: 'This pathway has been removed',
  removedHint: 'If you removed it, Undo brings it back.',
  pathwayId: 'Pathway id',
  pathwayIdWord: 'pathway id',
  dataOrigin: 'Data origin',
});
