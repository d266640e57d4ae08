/**
 * One open table: its connection, its questions, what is selected, and which moment is shown. Game and Replay share it.
 */
import { batch, computed, effect, type Signal, signal, untracked } from "@preact/signals";
import { Live } from "../net/live.ts";
import { newest } from "../net/newest.ts";
import { lang } from "../net/settings.ts";
import { Asker } from "../panel/asker.ts";
import type { FigureView, FormView, OptionView, Probe, Scene, Spotlight, Value } from "../protocol.ts";

const BOARD_FORMS = ["place", "route", "arc"];
const MOMENTS_KEPT = 200;

export class Session {
  readonly live: Live;
  readonly asker: Asker;
  readonly selected = signal("");
  readonly light = signal<Spotlight | null>(null);
  /** The side whose sight is shown, "" for none, and what it sees together. */
  readonly watched = signal("");
  readonly watch = signal<Spotlight | null>(null);
  /** The moment of the past that is shown; null for now. */
  readonly past = signal<{ at: number; scene: Scene } | null>(null);
  /** Figures that a journal line points at. */
  readonly told = signal<readonly string[]>([]);

  private readonly moments = new Map<string, Scene>();
  private readonly seek: (at: number) => Promise<Scene | null>;
  private readonly shine: (figure: string) => Promise<Spotlight | null>;
  private readonly shineAll: (seat: string) => Promise<Spotlight | null>;
  private readonly tryOut: (decision: string, seat: string, value: Value) => Promise<Probe | null>;
  private wanted: number | null = null;
  private readonly stops: (() => void)[];

  constructor(
    readonly id: string,
    readonly token: string,
  ) {
    this.live = new Live(id, token);
    this.asker = new Asker(this.live);
    this.seek = newest((at: number) => this.live.at(at));
    this.shine = newest((figure: string) => this.live.shine(figure));
    this.shineAll = newest((seat: string) => this.live.shine(seat));
    this.tryOut = newest((decision: string, seat: string, value: Value) =>
      this.live.probe(decision, seat, value),
    );
    this.stops = [
      effect(() => this.live.speak(lang.value)),
      effect(() => this.lightUp(this.selected, this.light, this.shine, this.live.game.value?.seq)),
      effect(() => this.lightUp(this.watched, this.watch, this.shineAll, this.live.game.value?.seq)),
      effect(() => this.forgetMoments(this.live.game.value?.undone.length ?? 0)),
      effect(() => this.followFigures(this.actor.value)),
    ];
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.asker.close();
    this.live.close();
  }

  /** The scene that is shown: now, or the moment looked at. */
  readonly scene = computed<Scene | null>(
    () => this.past.value?.scene ?? this.live.game.value?.scene ?? null,
  );

  /** The figure whose card is shown. */
  readonly figure = computed<FigureView | null>(() => {
    const id = this.selected.value;
    return this.scene.value?.figures.find((figure) => figure.id === id) ?? null;
  });

  /** Whom the open question is about: who was chosen first on the way, or who moves. */
  private readonly actor = computed(() => {
    const asking = this.asker.asking.value;
    const chosen = asking?.path.find((step) => step.option.figure)?.option.figure;
    return chosen ?? asking?.question.form.figure ?? "";
  });

  /** Options that the board stands for. */
  readonly onBoard = computed<readonly OptionView[]>(() => {
    const options = this.asker.asking.value?.branch?.options ?? [];
    return options.filter((option) => option.figure || option.spot);
  });

  /** The form that the board is to answer. */
  readonly boardForm = computed<FormView | null>(() => {
    const form = this.asker.asking.value?.question.form;
    return form && BOARD_FORMS.includes(form.kind) ? form : null;
  });

  /** Figures the panel or the journal points at. */
  readonly pointed = computed<readonly string[]>(() => {
    const asking = this.asker.asking.value;
    const option = this.asker.hovered.value ?? asking?.branch?.options[asking.cursor];
    if (this.told.value.length > 0) return this.told.value;
    return option?.figure ? [option.figure] : (asking?.question.figures ?? []);
  });

  /** The option with a spot that the panel points at. */
  readonly spot = computed<OptionView | null>(() => {
    const asking = this.asker.asking.value;
    const option = this.asker.hovered.value ?? asking?.branch?.options[asking.cursor];
    return option?.spot ? option : null;
  });

  // --- selecting --------------------------------------------------------------------------------------

  select(figure: string): void {
    this.selected.value = figure;
  }

  private followFigures(figure: string): void {
    if (figure) this.selected.value = figure;
  }

  /** Keeps what a figure or a side sees up to date, as long as it is the one wanted. */
  private lightUp(
    wanted: Signal<string>,
    lit: Signal<Spotlight | null>,
    shine: (whom: string) => Promise<Spotlight | null>,
    seq: number | undefined,
  ): void {
    const whom = wanted.value;
    const shown = untracked(() => lit.value);
    if (shown && shown.figure !== whom) lit.value = null;
    if (!whom || seq === undefined) return;
    void shine(whom)
      .then((light) => {
        if (light && wanted.peek() === whom) lit.value = light;
      })
      .catch(() => undefined);
  }

  /** An option chosen on the board: what would be committed by it is only pointed at first. */
  chooseOnBoard(option: OptionView): void {
    if (option.figure) this.select(option.figure);
    void this.asker.choose(option, true);
  }

  /** Asks the rules about a value for the question that is open. */
  probe = (value: unknown): Promise<Probe | null> => {
    const question = this.asker.asking.value?.question;
    return question
      ? this.tryOut(question.decision, question.seat, value as Value).catch(() => null)
      : Promise.resolve(null);
  };

  drop = (value: unknown): Promise<string> => this.asker.commit(value as Value);

  // --- moments ----------------------------------------------------------------------------------------

  /** Shows the table as it was after an event of the journal. */
  async lookBack(at: number): Promise<void> {
    this.wanted = at;
    const key = `${lang.value}/${at}`;
    let scene = this.moments.get(key) ?? null;
    if (!scene) {
      scene = await this.seek(at).catch(() => null);
      if (scene) this.keepMoment(key, scene);
    }
    if (scene && this.wanted === at) this.past.value = { at, scene };
  }

  /** Back to the table as it is. */
  now(): void {
    this.wanted = null;
    batch(() => {
      this.past.value = null;
      this.told.value = [];
    });
  }

  /** Moments may no longer be true after something was taken back. */
  private forgetMoments(undone: number): void {
    if (undone > 0) this.moments.clear();
  }

  private keepMoment(key: string, scene: Scene): void {
    if (this.moments.size >= MOMENTS_KEPT) this.moments.delete(this.moments.keys().next().value ?? "");
    this.moments.set(key, scene);
  }
}
