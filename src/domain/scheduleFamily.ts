/** The id of a schedule without its trailing `_YYYYMMDD`: schedules with the same one are one family. */
export function scheduleFamily(scheduleId: string): string {
  return scheduleId.replace(/_\d{8}$/, '');
}
