/** The file that the user chose. Its bytes never enter the log: commands speak of it by an id. */
export interface FileShelf {
  /** Keeps a file in place of the one before; answers its id. */
  keep(file: File): string;
  /** The file with that id; undefined when another was chosen since, or the page was reloaded. */
  fileOf(fileId: string): File | undefined;
}

/** A shelf for one file: the next one takes its place, so that nothing large is held for nothing. */
export function createFileShelf(newId: () => string): FileShelf {
  let kept: { readonly id: string; readonly file: File } | undefined;
  return {
    keep(file) {
      kept = { id: newId(), file };
      return kept.id;
    },
    fileOf: (fileId) => (kept?.id === fileId ? kept.file : undefined),
  };
}
