import type { Translation } from '../language/defineTexts.ts';
import type { texts } from './texts.ts';

export const german: Translation<typeof texts> = {
  realtime: 'Echtzeit',
  datesFromToTo: 'Tage: {from} bis {to}',
  loadingVehicles: 'Fahrzeuge werden geladen',
  retry: 'Erneut versuchen',
  hideVehicles: 'Fahrzeuge ausblenden',
  vehiclesFailed: 'Fahrzeuge konnten nicht geladen werden',
  sampledPart: ', ein Punkt alle {every}',
  positionCounts: '{moving, plural, one {# Fahrzeug} other {# Fahrzeuge}}, {points, number} Punkte{thinned}',
  datesOfVehiclePositions: 'Tage der Fahrzeugpositionen',
  firstDate: 'Erster Tag',
  secondDate: 'Letzter Tag',
  show: 'Zeigen',
  trip: 'Fahrt',
  track: 'Linienweg',
  time: 'Zeit',
  age: 'Alter',
  place: 'Ort',
  bearing: 'Richtung',
  speed: 'Geschwindigkeit',
  vehicleLabel: 'Fahrzeug {label}',
  hoursAndMinutes: '{floor} h {padStart} min',
};
