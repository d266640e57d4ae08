/** Where the page starts: styles, settings, links and keys, then the first page. */
import { render } from "preact";
import { App } from "./app/App.tsx";
import { followKeys } from "./app/commands.ts";
import { followLinks } from "./app/router.ts";
import { followSettings } from "./net/settings.ts";
import "./style/tokens.css";
import "./style/base.css";
import "./style/frame.css";
import "./style/panel.css";
import "./style/journal.css";
import "./style/pages.css";
import "./style/print.css";

followSettings();
followLinks();
followKeys();
const root = document.getElementById("app");
if (root) render(<App />, root);
