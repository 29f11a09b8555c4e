/** Made by the build of the gazetteer (vite.config.ts): the towns of 15,000 people and more, the largest first. */
declare module 'virtual:towns' {
  const columns: {
    /** One a line. */
    readonly names: string;
    /** Thousandths of a degree. */
    readonly lats: readonly number[];
    readonly lngs: readonly number[];
    readonly thousands: readonly number[];
  };
  export default columns;
}
