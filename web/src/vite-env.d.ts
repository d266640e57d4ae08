/// <reference types="vite/client" />

declare module "virtual:icons" {
  /** From our word for an icon to its path data, drawn in a square of 512. */
  const paths: Readonly<Record<string, string>>;
  export default paths;
}
