/** Timetable books of releases: an object each, made with the facts of the release; empty where none can be made. */
export const timetableBooks: readonly string[] = [`alter table public_release add column book_key text`];
