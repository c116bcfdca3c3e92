import { chance } from '#web/ui/text/chance.ts';

export interface WatermarkParts {
  frame: HTMLElement;
  video: HTMLVideoElement;
  text: string;
  /** The same seed leads to the same places. */
  seed: string;
  /** Ends it. */
  signal: AbortSignal;
  /** The mark was removed, hidden, covered or moved, and is restored; `isAgain` within a minute, when it is not. */
  onTampering: (isAgain: boolean) => void;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const AGAIN_MS = 60_000;
const CHECK_MS = 1000;
const GAP = 8;
const GRID = 12;

/** What it never covers. */
const AVOIDED =
  'button, input, select, output, :scope > span, .player-top, .player-bottom, .player-controls:not(.player-touch), .player-captions span, .player-panel';

/** What a style sheet of the page or of an extension might change. */
const LOOK: Readonly<Record<string, string>> = {
  display: 'block',
  visibility: 'visible',
  opacity: '0.16',
  color: 'rgb(255, 255, 255)',
  position: 'absolute',
  transform: 'none',
  filter: 'none',
  'clip-path': 'none',
};
const REST: Readonly<Record<string, string>> = {
  'pointer-events': 'none',
  'white-space': 'nowrap',
  overflow: 'hidden',
  'text-overflow': 'ellipsis',
  'text-shadow': '0 0 2px #000, 0 0 3px #000',
  'font-weight': '600',
  'forced-color-adjust': 'none',
};

const sharedArea = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left) + GAP) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) + GAP);

const overlap = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + sharedArea(box, other), 0);

/** Where the picture is in the frame: beside a picture of another shape a mark could be cut off. */
const pictureIn = (frame: DOMRect, video: HTMLVideoElement): Box => {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || getComputedStyle(video).objectFit === 'cover') return frame;
  const scale = Math.min(frame.width / videoWidth, frame.height / videoHeight);
  const [x, y] = [(frame.width - videoWidth * scale) / 2, (frame.height - videoHeight * scale) / 2];
  return { left: frame.left + x, right: frame.right - x, top: frame.top + y, bottom: frame.bottom - y };
};

/** An element that this page did not draw. */
const isForeign = (element: Element): boolean => !Object.keys(element).some((key) => key.startsWith('__react'));

/**
 * Draws a text over a video, below the controls and the captions, at a place that changes every 20 to 45 seconds, and restores it.
 * It changes nothing of the video. Other windows of the browser, which show the video alone, are closed to it.
 */
export const drawWatermark = ({ frame, video, text, seed, signal, onTampering }: WatermarkParts): void => {
  let mark = document.createElement('div');
  let step = 0;
  let lastTampering = -Infinity;
  let placedIn = '';
  let moving: ReturnType<typeof setTimeout>;
  const glides = !globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches;

  const avoided = (): Box[] =>
    [...frame.querySelectorAll(AVOIDED)]
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > 1 && height > 1);

  /** The first free place of a row that the seed begins; the least covered when none is free. */
  const findPlace = (picture: Box, boxes: readonly Box[]): Box => {
    const [width, height] = [mark.offsetWidth, mark.offsetHeight];
    const room = {
      x: Math.max(0, picture.right - picture.left - width - 2 * GAP),
      y: Math.max(0, picture.bottom - picture.top - height - 2 * GAP),
    };
    const count = (GRID + 1) ** 2;
    const first = Math.floor(chance(`${seed} ${step}`) * count);
    let best: { box: Box; covered: number } | undefined;
    for (let index = 0; index < count; index += 1) {
      const at = (first + index * 41) % count;
      const left = picture.left + GAP + (room.x * (at % (GRID + 1))) / GRID;
      const top = picture.top + GAP + (room.y * Math.floor(at / (GRID + 1))) / GRID;
      const box = { left, top, right: left + width, bottom: top + height };
      const covered = overlap(box, boxes);
      if (!best || covered < best.covered) best = { box, covered };
      if (covered === 0) break;
    }
    return best?.box ?? picture;
  };

  const set = (style: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(style)) mark.style.setProperty(name, value, 'important');
  };

  const size = (): string => `${frame.clientWidth} ${frame.clientHeight} ${video.videoWidth}`;

  const place = (isGliding: boolean): void => {
    placedIn = size();
    const frameBox = frame.getBoundingClientRect();
    const picture = pictureIn(frameBox, video);
    set({
      'font-size': `${Math.max(12, frameBox.width * 0.022)}px`,
      'max-width': `${(picture.right - picture.left) * 0.6}px`,
    });
    const boxes = avoided();
    const from = mark.getBoundingClientRect();
    const to = findPlace(picture, boxes);
    const swept = {
      left: Math.min(from.left, to.left),
      top: Math.min(from.top, to.top),
      right: Math.max(from.right, to.right),
      bottom: Math.max(from.bottom, to.bottom),
    };
    set({
      transition: isGliding && overlap(swept, boxes) === 0 ? 'left 1.5s, top 1.5s' : 'none',
      left: `${to.left - frameBox.left}px`,
      top: `${to.top - frameBox.top}px`,
    });
    observer.takeRecords();
  };

  const move = (): void => {
    step += 1;
    place(glides);
    moving = setTimeout(move, 20_000 + chance(`${seed} after ${step}`) * 25_000);
  };

  const draw = (): void => {
    mark.remove();
    mark = document.createElement('div');
    mark.dataset['watermark'] = '';
    mark.ariaHidden = 'true';
    mark.dir = 'auto';
    mark.translate = false;
    mark.textContent = text;
    set({ ...LOOK, ...REST });
    // Before the controls, so that these are in front.
    video.after(mark);
    clearTimeout(moving);
    move();
  };

  /** Whether something else is in front of the mark. In a dialog nothing behind it is found. */
  const isCovered = (): boolean => {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    mark.style.setProperty('pointer-events', 'auto', 'important');
    const isHidden = [left + 2, (left + right) / 2, right - 2].every((x) => {
      const found = document.elementsFromPoint(x, (top + bottom) / 2);
      const at = found.indexOf(mark);
      const above = at === -1 ? found : found.slice(0, at);
      return found.includes(video) && above.some((element) => element === video || isForeign(element));
    });
    mark.style.setProperty('pointer-events', 'none', 'important');
    observer.takeRecords();
    return isHidden;
  };

  const isChanged = (): boolean => {
    if (mark.parentNode !== frame || mark.textContent !== text) return true;
    const style = getComputedStyle(mark);
    if (Object.entries(LOOK).some(([name, value]) => style.getPropertyValue(name) !== value)) return true;
    const [box, frameBox] = [mark.getBoundingClientRect(), frame.getBoundingClientRect()];
    const isInside =
      box.left > frameBox.left - 1 &&
      box.top > frameBox.top - 1 &&
      box.right < frameBox.right + 1 &&
      box.bottom < frameBox.bottom + 1;
    return !isInside || parseFloat(style.fontSize) < 12;
  };

  const restore = (): void => {
    const now = performance.now();
    const isAgain = now - lastTampering < AGAIN_MS;
    lastTampering = now;
    if (!isAgain) draw();
    onTampering(isAgain);
  };

  const check = (isWhole = false): void => {
    if (size() !== placedIn) place(false);
    if (frame.clientWidth > 0 && (isChanged() || (isWhole && isCovered()))) restore();
    else if (overlap(mark.getBoundingClientRect(), avoided()) > 0) place(false);
  };

  const observer = new MutationObserver(() => check());
  draw();
  observer.observe(frame, { attributes: true, childList: true, characterData: true, subtree: true });
  const checking = setInterval(() => check(true), CHECK_MS);
  frame.addEventListener('transitionend', () => check(), { signal });
  window.addEventListener('resize', () => check(), { signal });
  const setAlone = (isAlone: boolean): void => {
    video.disablePictureInPicture = isAlone;
    video.disableRemotePlayback = isAlone;
  };
  setAlone(true);
  video.addEventListener(
    'webkitbeginfullscreen',
    () => {
      if ('webkitExitFullscreen' in video && typeof video.webkitExitFullscreen === 'function')
        video.webkitExitFullscreen();
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearInterval(checking);
    clearTimeout(moving);
    mark.remove();
    setAlone(false);
  });
};
