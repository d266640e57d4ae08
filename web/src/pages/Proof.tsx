/** The proof of the dice: the promise, the secret, and every roll recomputed in this browser. */
import { useMemo } from "preact/hooks";
import { Header } from "../app/Header.tsx";
import { DieIcon } from "../journal/Dice.tsx";
import { proof as askProof } from "../net/http.ts";
import { tokenFor } from "../net/mine.ts";
import { lang } from "../net/settings.ts";
import { keptWord } from "../net/words.ts";
import type { Proof as Proved } from "../protocol.ts";
import { number, plural, texts } from "../text/index.ts";
import { NoSeat } from "./Game.tsx";
import { type Checked, type CheckedWord, check } from "./proving.ts";
import { useAsked } from "./useAsked.ts";

export function Proof({ id }: { id: string }) {
  const token = useMemo(() => tokenFor(id), [id]);
  const { data, trouble } = useAsked(`${id}/${lang.value}`, () => askProof(id, token));
  const t = texts.value.proof;
  if (!token) return <NoSeat />;
  return (
    <>
      <Header />
      <main class="page proof">
        <h1>{t.title}</h1>
        <p class="lead">{t.what}</p>
        <p>
          <a href={`/g/${id}/replica`}>← {texts.value.game.seeAgain}</a>
        </p>
        {trouble && <p class="refusal">{trouble}</p>}
        {!data && !trouble && <p class="hint">{t.checking}</p>}
        {data && <Findings id={id} proof={data} />}
      </main>
    </>
  );
}

function Findings({ id, proof }: { id: string; proof: Proved }) {
  const t = texts.value.proof;
  const verdict = useMemo(() => check(proof, keptWord(id)), [id, proof]);
  const whole =
    verdict.promise &&
    verdict.right === verdict.rolls.length &&
    verdict.words.every((word) => word.kept !== false) &&
    !verdict.robbed &&
    proof.findings.length === 0;
  return (
    <>
      <p class={whole ? "verdict good" : "verdict wrong"} role="status">
        {whole ? "✓" : "!"}{" "}
        {whole ? t.allRight(plural(lang.value, verdict.rolls.length, t.roll, t.rolls)) : t.notAllRight}
      </p>
      <dl class="facts">
        <dt>{t.commit}</dt>
        <dd>
          <code>{proof.commit}</code> {verdict.promise ? "✓" : t.broken}
        </dd>
        <dt>{t.secret}</dt>
        <dd>
          <code>{proof.secret}</code>
        </dd>
        <dt>{t.nonces}</dt>
        <dd>
          {verdict.words.length === 0
            ? proof.nonces.map((nonce, place) => <code key={place}>{nonce || t.nothing}</code>)
            : verdict.words.map((word) => <Word key={word.seat} word={word} />)}
          {verdict.robbed && <p class="refusal">{t.robbed}</p>}
          {proof.anew > 0 && <p class="hint">{t.anew(proof.anew)}</p>}
        </dd>
        <dt>{t.server}</dt>
        <dd>{proof.findings.length === 0 ? t.serverAgrees : proof.findings.join(" ")}</dd>
      </dl>
      <table class="rolls">
        <caption>{t.table}</caption>
        <thead>
          <tr>
            <th scope="col">{t.place}</th>
            <th scope="col">{t.told}</th>
            <th scope="col">{t.mine}</th>
            <th scope="col">{t.line}</th>
          </tr>
        </thead>
        <tbody>
          {verdict.rolls.map((row) => (
            <Row key={`${row.roll.at}/${row.roll.number}`} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** A word that went into the dice: whose it is, and whether it had been promised. */
function Word({ word }: { word: CheckedWord }) {
  const t = texts.value.proof;
  const from = word.from === "other" ? t.wordOf(word.seat.toUpperCase()) : t.from[word.from];
  const promised = word.kept === null ? t.unpromised : word.kept ? t.promised : t.brokenWord;
  return (
    <p class={word.from === "own" ? "thrown own" : "thrown"}>
      <span class="side-sign" data-seat={word.seat} aria-hidden="true" /> <b>{from}</b>{" "}
      <code>{word.word}</code> {word.from !== "drawn" && promised}
    </p>
  );
}

function Row({ row }: { row: Checked }) {
  const { roll } = row;
  const t = texts.value.proof;
  const [step, die] = [roll.step, roll.number + 1].map((n) => number(lang.value, n, 0));
  const undone = roll.epoch > 0 ? t.afterUndo(number(lang.value, roll.epoch, 0)) : "";
  return (
    <tr class={row.right ? undefined : "wrong"}>
      <td class="place">
        {roll.where}
        <span class="hint">{[t.address(step ?? "", die ?? ""), undone].filter(Boolean).join(" · ")}</span>
      </td>
      <td>
        {roll.told.map((face, place) => (
          <DieIcon key={place} sides={roll.sides} face={face} />
        ))}
      </td>
      <td>{row.right ? "✓" : row.faces.join(", ")}</td>
      <td>{roll.text}</td>
    </tr>
  );
}
