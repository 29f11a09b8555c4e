/** Numbers of the advisory locks of the database, each once. Those of two halves have an id, or the hash of a name, as the second. */
export const LOCKS = {
  /** Whoever brings the schema up to date. */
  migration: 0x646d7001,
  /** Two halves: a process that lives. */
  instance: 0x646d7002,
  /** Taken shared by writers that add references to documents, exclusively by the removal of unreferenced documents. */
  document: 0x646d7003,
  /** Whoever makes the demo region. */
  demo: 0x646d7004,
  /** Two halves: the pipeline, or the export, whose runs are taken up. */
  pipeline: 0x646d7005,
  export: 0x646d7006,
  /** Two halves: the version that a process checks (`Claims`). */
  check: 0x646d7007,
  /** Whoever makes a partition of vehicle positions: two that make the same one at once would fail. */
  partition: 0x646d7014,
} as const;

export const DOCUMENT_LOCK = LOCKS.document;
