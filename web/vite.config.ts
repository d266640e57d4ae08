// How the page is built: hashed files into the Python package, nothing inlined, nothing from elsewhere.
import { defineConfig } from "vitest/config";
import { icons } from "./icons.ts";

const SERVER = "http://127.0.0.1:8750";

export default defineConfig({
  plugins: [icons()],
  build: {
    outDir: "../src/arbitro/web/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content policy of the server allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { port: 5173, proxy: { "/api": { target: SERVER, ws: true } } },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"] },
});
