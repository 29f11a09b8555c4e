import { z } from 'zod';
import { STOP_TYPES } from '../stops.ts';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

const MADE = 'Made from what it holds.';

/** Vehicles, their cars and their doors. */
export const VehicleCategoryKind = defineKind(
  'VehicleCategory',
  {
    words: ['vehicle category', 'vehicle categories'],
    array: 'VehicleCategories',
    file: 'vehicle_categories.txt',
    identity: ['Id'],
    keptWhileUsed: true,
    records: {
      page: 'vehicle-categories',
      icon: 'bus',
      ids: 'typed',
      prefix: 'VC',
      hint: 'Vehicle categories are the vehicles, cars and doors that boardings and couplings speak of.',
    },
  },
  {
    Id: idField({ own: ['vehicle_category_id'] }, 'Identifies the vehicle, car or door.'),
    Name: field(z.string().optional(), {
      holds: 'text',
      label: 'Name',
      help: 'What the vehicle, car or door is called.',
      gtfs: 'vehicle_category_name',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
  },
);

/** Where on a platform which car or door of a vehicle stops. */
export const VehicleBoardingKind = defineKind(
  'VehicleBoarding',
  {
    words: ['vehicle boarding', 'vehicle boardings'],
    array: 'VehicleBoardings',
    file: 'vehicle_boardings.txt',
    identity: ['Id'],
    named: 'BoardingAreaId',
    records: {
      page: 'vehicle-boardings',
      icon: 'door-enter',
      ids: 'made',
      prefix: 'VB',
      hint: 'Boardings tell where on a platform which car or door of a vehicle stops.',
    },
  },
  {
    Id: idField({ own: [] }, MADE),
    BoardingAreaId: field(z.string(), {
      holds: { refersTo: 'Stop', stopType: STOP_TYPES.BoardingArea },
      label: 'Boarding area',
      help: 'Stop of the type boarding area.',
      gtfs: 'boarding_area_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    VehicleCategoryId: field(z.string(), {
      holds: { refersTo: 'VehicleCategory' },
      label: 'Vehicle category',
      help: 'The vehicle that stops there.',
      gtfs: 'vehicle_category_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    ChildSequence: field(z.int().optional(), {
      holds: 'integer',
      label: 'Child sequence',
      help: 'Place of the car in the vehicle, counted from the front.',
      gtfs: 'child_sequence',
      edit: true,
      column: '120px',
    }),
    GrandChildSequence: field(z.int().optional(), {
      holds: 'integer',
      label: 'Grandchild sequence',
      help: 'Place of the door in the car, counted from the front.',
      gtfs: 'grandchild_sequence',
      edit: true,
      column: '150px',
    }),
  },
);

/** Of which cars, and these of which doors, a vehicle is made. */
export const VehicleCouplingKind = defineKind(
  'VehicleCoupling',
  {
    words: ['vehicle coupling', 'vehicle couplings'],
    array: 'VehicleCouplings',
    file: 'vehicle_couplings.txt',
    identity: ['Id'],
    records: {
      page: 'vehicle-couplings',
      icon: 'link',
      ids: 'made',
      prefix: 'VK',
      hint: 'Couplings tell of which cars, and these of which doors, a vehicle is made: at most 3 levels.',
    },
  },
  {
    Id: idField({ own: [] }, MADE),
    ParentId: field(z.string(), {
      holds: { refersTo: 'VehicleCategory' },
      label: 'Parent',
      help: 'Vehicle category that is made of others.',
      gtfs: 'parent_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    ChildId: field(z.string(), {
      holds: { refersTo: 'VehicleCategory' },
      label: 'Child',
      help: 'Vehicle category that is a part of it.',
      gtfs: 'child_id',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    ChildSequence: field(z.int(), {
      holds: 'integer',
      label: 'Child sequence',
      help: 'Place of the part, counted from the front; each place once.',
      gtfs: 'child_sequence',
      edit: true,
      required: true,
      column: '120px',
    }),
    ChildLabel: field(z.string().optional(), {
      holds: 'text',
      label: 'Child label',
      help: 'As it is written on the part: Car 3.',
      gtfs: 'child_label',
      edit: true,
      column: WIDTHS.narrow,
    }),
  },
);
