/** Made by the build of docs/handbook and the glossary (vite.config.ts). */
declare module 'virtual:handbook' {
  const sections: readonly {
    /** Title of the page. */
    readonly page: string;
    readonly title: string;
    /** Address of the page, with the section as its fragment. */
    readonly to: string;
    /** What the section says, without marks. */
    readonly text: string;
  }[];
  export default sections;
}
