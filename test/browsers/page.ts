import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type * as TestingLibrary from '@testing-library/dom';
import { z } from 'zod';
import { type Browser, DriverError } from './webdriver.ts';

type Name = string | RegExp;
/** How a person would name a thing: a role with its name, a field by its label, a text, or else a selector. */
type Step = { role: string; name?: Name } | { label: Name } | { text: Name } | { selector: string };
type Serialized = Parameters<typeof findInPage>[0];

/** A thing on the page, looked for anew each time; the first that is found is meant. */
export interface Thing {
  find(role: string, name?: Name): Thing;
  labelled(label: Name): Thing;
  text(text: Name): Thing;
  select(selector: string): Thing;
  /** Resolves when it is there, or when none is. */
  appears(): Promise<void>;
  disappears(): Promise<void>;
  press(): Promise<void>;
  /** Types in place of what the field has. */
  type(text: string): Promise<void>;
  /** Keys as the standard writes them, such as \uE007 for Enter. */
  keys(keys: string): Promise<void>;
  upload(...files: string[]): Promise<void>;
  /** Chooses an entry of a list by its words. */
  choose(option: string): Promise<void>;
  /** To the upper edge of another thing. */
  dragTo(other: Thing): Promise<void>;
  /** Does something inside a frame, where the page finds things meanwhile. */
  inside(work: () => Promise<void>): Promise<void>;
  count(): Promise<number>;
  words(): Promise<string>;
  /** Runs a function in the page with the element. */
  read<T>(schema: z.ZodType<T>, look: (element: HTMLElement) => unknown): Promise<T>;
}

export interface Page extends Pick<Thing, 'find' | 'labelled' | 'text' | 'select'> {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Path and query. */
  address(): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  picture(): Promise<Buffer>;
  evaluate<T>(schema: z.ZodType<T>, look: (...parameters: never[]) => unknown, ...parameters: unknown[]): Promise<T>;
  /** Waits until something is true. */
  until(what: string, isSo: () => Promise<boolean>): Promise<void>;
}

const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 100;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const Elements = z.array(z.object({ [ELEMENT]: z.string() }));
/** A page that draws itself again may take away what was just found, or cover it for a moment. */
const PASSING = ['stale element reference', 'element click intercepted', 'element not interactable', 'no such element'];

const library = readFile(
  path.join(
    path.dirname(createRequire(import.meta.url).resolve('@testing-library/dom')),
    '@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

/** Runs in the page, with Testing Library, which the pages' own tests use. Null before that is loaded. */
const findInPage = (
  steps: (Record<'role' | 'selector', string | null> &
    Record<'name' | 'label' | 'text', { words: string; flags: string | null } | null>)[],
): Element[] | null => {
  const library: typeof TestingLibrary | undefined = Reflect.get(window, 'TestingLibraryDom');
  if (library === undefined) return null;
  const matcher = ({ words, flags }: { words: string; flags: string | null }): string | RegExp =>
    flags === null ? words : new RegExp(words, flags);
  let found: Element[] = [document.body];
  for (const { role, name, label, text, selector } of steps)
    found = found
      .filter((root) => root instanceof HTMLElement)
      .flatMap((root): Element[] => {
        if (role !== null) return library.queryAllByRole(root, role, name ? { name: matcher(name) } : {});
        if (label) return library.queryAllByLabelText(root, matcher(label));
        if (text) return library.queryAllByText(root, matcher(text)).filter((element) => element.checkVisibility());
        return [...root.querySelectorAll(selector ?? '*')];
      });
  return found;
};

const serialize = (name: Name | undefined) => {
  if (name === undefined) return null;
  return typeof name === 'string' ? { words: name, flags: null } : { words: name.source, flags: name.flags };
};

const serializeStep = (step: Step): Serialized[number] => ({
  role: 'role' in step ? step.role : null,
  name: 'role' in step ? serialize(step.name) : null,
  label: 'label' in step ? serialize(step.label) : null,
  text: 'text' in step ? serialize(step.text) : null,
  selector: 'selector' in step ? step.selector : null,
});

const isPassing = (error: unknown): boolean => error instanceof DriverError && PASSING.includes(error.code);

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  let cause: unknown = 'it was not there';
  for (const giveUpAt = performance.now() + PATIENCE_MS; performance.now() < giveUpAt;) {
    try {
      if (await isSo()) return;
    } catch (error) {
      if (!isPassing(error)) throw error;
      cause = error;
    }
    await setTimeout(LOOK_AGAIN_MS);
  }
  throw new Error(`waited in vain: ${what}, ${String(cause)}`);
};

/** The keys of the standard: Control with A, which it lets go at the end of a command, and Delete. */
const SELECT_ALL = '\uE009a';
const DELETE = '\uE017';

const createEvaluate =
  ({ send }: Browser): Page['evaluate'] =>
  async (schema, look, ...args) =>
    schema.parse(await send('evaluate', { script: `return (${String(look)}).apply(null, arguments)`, args }));

const createThing = (browser: Browser, steps: readonly Step[]): Thing => {
  const { send } = browser;
  const evaluate = createEvaluate(browser);
  const name = steps.map((step) => Object.values(step).map(String).join(' ')).join(' › ');
  const serialized = steps.map(serializeStep);
  const elements = async (): Promise<z.output<typeof Elements>> => {
    const found = await evaluate(Elements.nullable(), findInPage, serialized);
    if (found) return found;
    await send('evaluate', {
      script: `${await library}\nwindow.TestingLibraryDom = globalThis.TestingLibraryDom`,
      args: [],
    });
    return (await evaluate(Elements.nullable(), findInPage, serialized)) ?? [];
  };
  /** Does something to the first one, again for as long as the page takes it away meanwhile. */
  const withFirst = (work: (element: { [ELEMENT]: string }) => Promise<void>): Promise<void> =>
    until(name, async () => {
      const [first] = await elements();
      if (first) await work(first);
      return first !== undefined;
    });
  const sendKeys = (text: string): Promise<void> =>
    withFirst(async ({ [ELEMENT]: id }) => {
      await send('keys', { id, text });
    });
  const next = (step: Step): Thing => createThing(browser, [...steps, step]);
  const thing: Thing = {
    ...createFinders(next),
    appears: () => until(name, async () => (await elements()).length > 0),
    disappears: () => until(`${name} is gone`, async () => (await elements()).length === 0),
    press: () =>
      withFirst(async (element) => {
        const place = (): Promise<string> => evaluate(z.string(), placeOf, element);
        for (let [before, now] = ['', await place()]; before !== now; [before, now] = [now, await place()])
          await setTimeout(LOOK_AGAIN_MS);
        await evaluate(z.unknown(), watchPress, element);
        await send('click', { id: element[ELEMENT] });
        // What it opened may have removed its page or frame.
        const hasMissed = await evaluate(z.boolean(), hasMissedPress).catch(() => false);
        if (hasMissed) throw new DriverError('element click intercepted', 'it moved away below the press');
      }),
    type: async (text) => {
      await sendKeys(SELECT_ALL);
      await sendKeys(text === '' ? DELETE : text);
    },
    keys: sendKeys,
    upload: (...files) => sendKeys(files.join('\n')),
    choose: (option) => thing.find('option', option).press(),
    dragTo: async (other) => {
      const [from, to] = [await thing.read(Point, upperEdge), await other.read(Point, upperEdge)];
      await send('act', { actions: [dragging(from, to)] });
    },
    inside: async (work) => {
      await withFirst(async (element) => {
        await send('intoFrame', { id: element, element: element[ELEMENT] });
      });
      await work();
      await send('outOfFrame');
    },
    count: async () => (await elements()).length,
    words: () => thing.read(z.string(), (element) => element.innerText),
    read: async (schema, look) => {
      let result: unknown;
      await withFirst(async (element) => {
        result = await evaluate(z.unknown(), look, element);
      });
      return schema.parse(result);
    },
  };
  return thing;
};

const createFinders = (next: (step: Step) => Thing): Pick<Thing, 'find' | 'labelled' | 'text' | 'select'> => ({
  find: (role, name) => next(name === undefined ? { role } : { role, name }),
  labelled: (label) => next({ label }),
  text: (text) => next({ text }),
  select: (selector) => next({ selector }),
});

/**
 * Where it is in the window, so that a press can wait until it stands still. The standard scrolls only as far as necessary,
 * below bars that stay at the edge of the window; so what is covered is scrolled to the middle.
 */
const placeOf = (element: HTMLElement): string => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (hit === null || !(element.contains(hit) || hit.contains(element))) element.scrollIntoView({ block: 'center' });
  return `${left} ${top}`;
};

/**
 * A page that changes between the press of a button and its release gets no click, and one that moves gets it elsewhere. The
 * entries of a list get none.
 */
const watchPress = (element: HTMLElement): void => {
  Reflect.set(window, 'missesPress', element.localName !== 'option');
  element.addEventListener('click', () => Reflect.set(window, 'missesPress', false), { capture: true, once: true });
};
const hasMissedPress = (): boolean => Reflect.get(window, 'missesPress') === true;

const Point = z.object({ x: z.number(), y: z.number() });
const upperEdge = (element: HTMLElement): z.output<typeof Point> => {
  const { left, top, width } = element.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + 5) };
};

const DRAG_STEPS = 8;
const dragging = (from: z.output<typeof Point>, to: z.output<typeof Point>) => {
  const move = (share: number) => ({
    type: 'pointerMove',
    duration: 40,
    x: Math.round(from.x + (to.x - from.x) * share),
    y: Math.round(from.y + (to.y - from.y) * share),
  });
  const moves = Array.from({ length: DRAG_STEPS }, (_, index) => move((index + 1) / DRAG_STEPS));
  return {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [move(0), { type: 'pointerDown', button: 0 }, ...moves, { type: 'pointerUp', button: 0 }],
  };
};

/** The program of the page runs, so that presses and keys count. */
const hasProgram = (): boolean =>
  document.readyState === 'complete' && !('loading' in document.documentElement.dataset);

export const createPage = (browser: Browser, origin: string): Page => {
  const { send } = browser;
  const evaluate = createEvaluate(browser);
  const untilRuns = (): Promise<void> => until('the program of the page', () => evaluate(z.boolean(), hasProgram));
  return {
    ...createFinders((step) => createThing(browser, [step])),
    evaluate,
    until,
    open: async (address) => {
      await send('open', { url: new URL(address, origin).href });
      await untilRuns();
    },
    reload: async () => {
      await send('reload');
      await untilRuns();
    },
    back: async () => {
      await send('back');
      await untilRuns();
    },
    address: async () =>
      z
        .string()
        .parse(await send('address'))
        .replace(origin, ''),
    resize: async (width, height) => {
      await send('size', { x: 0, y: 0, width, height });
    },
    picture: async () => Buffer.from(z.string().parse(await send('picture')), 'base64'),
  };
};
