/** Captions that belong to one sentence, as they are read. */
export interface Sentence {
  startSeconds: number;
  text: string;
}

interface Cue extends Sentence {
  endSeconds: number;
}

const TIME = String.raw`(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s+-->\s+${TIME}`);
/** Also in the scripts of India, and with a closing quotation mark. */
const SENTENCE_END = /[.!?…।॥][”’"')\]]*$/u;
/** After a longer silence begins a new sentence, also where captions have no full stops. */
const MAX_PAUSE_SECONDS = 3;
const MAX_SENTENCE_LENGTH = 320;
const MAX_CUES = 20_000;

const secondsOf = ([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (string | undefined)[]): number =>
  (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000;

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

const plain = (lines: readonly string[]): string =>
  lines
    .join(' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

const blocksOf = (webVtt: string): string[] => webVtt.replaceAll('\r', '').split(/\n{2,}/);

const readCue = (block: string): Cue[] => {
  const lines = block.split('\n');
  const at = lines.findIndex((line) => TIMING.test(line));
  const found = TIMING.exec(lines[at] ?? '');
  const text = plain(lines.slice(at + 1));
  if (!found || text === '') return [];
  return [{ startSeconds: secondsOf(found.slice(1, 5)), endSeconds: secondsOf(found.slice(5, 9)), text }];
};

/** Reads the sentences of a WebVTT file: captions are cut where lines end, and a sentence often has several. */
export const readTranscript = (webVtt: string): Sentence[] => {
  const sentences: Cue[] = [];
  for (const cue of blocksOf(webVtt).slice(0, MAX_CUES).flatMap(readCue)) {
    const last = sentences.at(-1);
    const isNew =
      !last ||
      SENTENCE_END.test(last.text) ||
      cue.startSeconds - last.endSeconds > MAX_PAUSE_SECONDS ||
      last.text.length + cue.text.length > MAX_SENTENCE_LENGTH;
    if (isNew) sentences.push({ ...cue });
    else Object.assign(last, { text: `${last.text} ${cue.text}`, endSeconds: cue.endSeconds });
  }
  return sentences.map(({ startSeconds, text }) => ({ startSeconds, text }));
};

/** The text of a WebVTT file, a line for each cue. */
export const textOfWebVtt = (webVtt: string): string =>
  blocksOf(webVtt)
    .flatMap(readCue)
    .map(({ text }) => text)
    .join('\n');

/** The index of the sentence that is said at a time; -1 before the first. */
export const sentenceAt = (sentences: readonly Sentence[], seconds: number): number =>
  sentences.findLastIndex(({ startSeconds }) => startSeconds <= seconds + 0.05);
