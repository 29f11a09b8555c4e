import { defineTexts } from '../language/defineTexts.ts';

export const texts = defineTexts('pathways', {
  thePathwayIsNotVisualizedOn: "The pathway is not visualized on the map as one or more of the linked stops' coordinates are invalid",
  thereIsNoSuchPathway: 'There is no such pathway',
  thisVersionHasNoPathwayWith: 'This version has no pathway with the id {only}.',
  pathway: 'pathway',
  selectPathway: 'Select pathway',
  idsPathwaysSelected: '{ids} pathways selected:',
  pathwayTitle: 'Pathway',
  changeEnds: 'Change ends',
  thePathwayLeadsTheOtherWay: 'The pathway leads the other way',
  removePathway: 'Remove pathway',
  thisPathwayHasBeenRemoved: 'This pathway has been removed',
  ifYouRemovedItUndoBrings: 'If you removed it, Undo brings it back.',
  pathwayId: 'Pathway id',
  pathwayIdWord: 'pathway id',
  dataOrigin: 'Data origin',
});
