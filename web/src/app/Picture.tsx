/** A drawing from the server, shown as an image: whatever it holds, no script of it runs here. */
import { useEffect, useState } from "preact/hooks";

export function Picture({ svg, alt }: { svg: string; alt: string }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    if (!svg) return;
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  if (!address) return <span class="picture empty" aria-hidden="true" />;
  return <img class="picture" src={address} alt={alt} />;
}
