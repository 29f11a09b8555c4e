/** Schedules (also called transports): one line of the network for one calendar. */

/** What a schedule is called: its short name, else its long name, else its id. */
export function scheduleName({ Name, LongName, Id }: { readonly Id: string; readonly Name: string; readonly LongName?: string | undefined }): string {
  return Name || LongName || Id;
}

/** Schedules compare by name as people count: 2 before 10, then by id. */
export function compareSchedules(a: { Name: string; Id: string }, b: { Name: string; Id: string }): number {
  return collator.compare(a.Name, b.Name) || collator.compare(a.Id, b.Id);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
