/** Pages that few open: their code comes when they are first shown, so that nobody else waits for it. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { texts } from "../text/index.ts";
import { Header } from "./Header.tsx";

type Loaded<P> = () => Promise<ComponentType<P>>;

/** A component whose code is fetched when it is first shown. */
export function later<P extends object>(load: Loaded<P>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [found, setFound] = useState<ComponentType<P> | null>(() => known);
    const [trouble, setTrouble] = useState(false);
    useEffect(() => {
      if (known) return;
      load().then(
        (component) => {
          known = component;
          setFound(() => component);
        },
        () => setTrouble(true),
      );
    }, []);
    const Page = found;
    if (Page) return <Page {...props} />;
    return (
      <>
        <Header />
        <main class="page" aria-busy={!trouble}>
          {trouble && <p class="refusal">{texts.value.net.unreachable}</p>}
        </main>
      </>
    );
  };
}
