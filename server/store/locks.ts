/** Advisory lock between whoever comes to point at documents (shared) and whoever removes those nobody points at. */
export const DOCUMENT_LOCK = 0x646d7003;
