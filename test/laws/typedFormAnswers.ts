/** What the fake server answers to the forms of `typedForms.tsx`. */
export const stopRow = { Id: 'S9', Name: ' Market ', Type: 1, Coordinate: { Lat: 52, Lng: 5 }, Rev: 0 };
export const found = {
  Id: 'S9',
  Text: 'Spaces',
  Ignored: false,
  IgnoredBySessionDbVersionId: null,
  New: false,
};
export const rule = {
  RuleId: 203,
  RuleName: 'STOP_NAME',
  RuleLevel: 'Warning',
  Area: null,
  Entity: 'Stop',
  Ignorable: true,
  Mendable: true,
  AllCasesCount: 1,
  IgnoredCasesCount: 0,
  NewCasesCount: 0,
  FullyIgnored: false,
  Ignored: false,
  IgnoredBySessionDbVersionId: null,
};

export const change = {
  ChangeId: 7,
  SetId: 3,
  Type: 'Stop',
  EntityId: 'S9',
  Name: 'Market',
  DbVersionId: 1,
  CreatedBy: 'mia@x.org',
  Message: '',
  Date: '2026-01-01T00:00:00.000Z',
  Active: true,
  Deleted: false,
  Before: null,
  After: null,
};
export const comment = { Id: 1, Message: 'Why?', Timestamp: '2026-01-01T00:00:00.000Z', CausedBy: 'mia@x.org', Changes: [7] };
