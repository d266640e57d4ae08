/** The page. */
export function App() {
  return <main>Arbitro</main>;
}
