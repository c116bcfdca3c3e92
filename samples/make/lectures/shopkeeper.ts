import { GREEN, PAPER, PAPER_INK, TURMERIC, appear, box, fade, line, progress, rupees, text } from '../draw.ts';
import { narrate, type Line } from '../narration.ts';
import type { SampleVideo } from '../video.ts';

const COURSE = 'The Shopkeeper’s Balance Sheet';
const MAROON = '#83301F';

/** C, A minor, F, G: low and open. */
const CHORDS = [
  [130.81, 196, 329.63],
  [110, 220, 261.63],
  [87.31, 174.61, 261.63],
  [98, 196, 293.66],
] as const;

type Row = { name: string; amount: number };

const OWNS: readonly Row[] = [
  { name: 'Ovens and fittings', amount: 15_00_000 },
  { name: 'Flour, sugar, butter', amount: 3_00_000 },
  { name: 'Cash in the bank', amount: 6_00_000 },
];
const PAID_BY: readonly Row[] = [
  { name: 'Bank loan', amount: 9_00_000 },
  { name: 'Suppliers', amount: 3_00_000 },
  { name: 'The owner: equity', amount: 12_00_000 },
];

type Sheet = { x: number; heading: string; rows: readonly Row[]; fill: string; ink: string; mark: string };

const CARD_WIDTH = 536;

/** One side of the balance sheet; each row has its own moment. */
function balanceSide(t: number, sheet: Sheet, rowsAt: readonly number[], totalAt: number): string {
  const { x, heading, rows, fill, ink, mark } = sheet;
  const left = x + 34;
  const right = x + CARD_WIDTH - 34;
  const entry = (row: Row, y: number) =>
    text(left, y, row.name, { color: ink }) + text(right, y, rupees(row.amount), { color: ink, anchor: 'end' });
  const lines = rows.map((row, i) => appear(t, rowsAt[i] ?? 0, entry(row, 308 + i * 52)));
  const total = rows.reduce((sum, row) => sum + row.amount, 0);
  const bold = { size: 34, weight: 650, color: ink } as const;
  const sum =
    line(
      [
        [left, 440],
        [right, 440],
      ],
      ink,
      2,
    ) +
    text(left, 490, 'Total', bold) +
    text(right, 490, rupees(total), { ...bold, anchor: 'end' });
  const title = text(left, 248, heading, { size: 34, weight: 700, color: mark });
  return box(x, 194, CARD_WIDTH, 330, fill) + title + lines.join('') + appear(t, totalAt, sum);
}

const TWO_SIDES_LINES: readonly Line[] = [
  {
    say: 'A balance sheet is a photograph. It shows one shop, on one day.',
    caption: 'A balance sheet is a photograph: one shop, one day.',
  },
  {
    say: 'On the left is what the shop owns. Ovens, stock and cash come to twenty four lock rupees.',
    spelled: 'On the left is what the shop owns. Ovens, stock and cash come to twenty-four lakh rupees.',
    caption: 'On the left, what the shop owns.',
  },
  {
    say: 'On the right is who paid for it. The bank lent nine lock, and suppliers are owed three.',
    spelled: 'On the right is who paid for it. The bank lent nine lakh, and suppliers are owed three.',
    caption: 'On the right, who paid for it.',
  },
  {
    say: 'The rest, twelve lock, belongs to the owner. That is equity.',
    spelled: 'The rest, twelve lakh, belongs to the owner. That is equity.',
    caption: 'The rest belongs to the owner. That is equity.',
  },
  {
    say: 'Equity is what is owned, less what is owed. So the two totals always agree.',
    caption: 'Owned less owed is equity, so the two totals always agree.',
  },
];

export function twoSides(): Promise<SampleVideo> {
  return narrate({
    slide: { theme: GREEN, course: COURSE, title: 'Annapurna Bakery, on 31 March', ground: 'slope' },
    voice: 'slt',
    chords: CHORDS,
    lines: TWO_SIDES_LINES,
    figure: (t, cue) => {
      const owns = { x: 88, heading: 'What it owns', rows: OWNS, fill: GREEN.panel, ink: '#FBFAF4', mark: TURMERIC };
      const paid = { x: 656, heading: 'Who paid for it', rows: PAID_BY, fill: PAPER, ink: PAPER_INK, mark: MAROON };
      const sum = '₹24,00,000 − ₹12,00,000 = ₹12,00,000';
      return (
        appear(
          t,
          0.3,
          balanceSide(
            t,
            owns,
            [1, 2.2, 3].map((sec) => cue(1) + 0.8 + sec),
            cue(1) + 5,
          ),
        ) +
        appear(t, 0.6, balanceSide(t, paid, [cue(2) + 2.2, cue(2) + 3.6, cue(3)], cue(3) + 2.2)) +
        appear(t, cue(4) + 0.4, text(88, 584, sum, { size: 38, display: true, color: TURMERIC })) +
        appear(t, cue(4) + 1, text(770, 583, 'what the owner has in the shop', { size: 28, color: GREEN.soft }))
      );
    },
  });
}

type Bar = { x: number; amount: number; label: string; fill: string };

const BASE_Y = 540;
const RUPEES_PER_PIXEL = 350;

function bar(t: number, at: number, { x, amount, label, fill }: Bar): string {
  if (t < at) return '';
  const height = (amount / RUPEES_PER_PIXEL) * progress(t, at, 1);
  const words = fade(
    progress(t, at + 0.4, 0.5),
    text(x + 75, BASE_Y - height - 16, rupees(amount), { size: 30, weight: 650, anchor: 'middle' }) +
      text(x + 75, BASE_Y + 40, label, { size: 27, color: GREEN.soft, anchor: 'middle' }),
  );
  return box(x, BASE_Y - height, 150, height, fill, 4) + words;
}

function result(t: number, at: number, y: number, label: string, amount: string, color: string): string {
  const words =
    text(826, y, label, { size: 28, color: GREEN.soft }) +
    text(826, y + 62, amount, { size: 60, display: true, color });
  return appear(t, at, words);
}

const PROFIT_AND_CASH_LINES: readonly Line[] = [
  {
    say: 'In April the bakery sells cakes for one lock rupees. The ingredients cost sixty thousand, paid at once.',
    spelled: 'In April the bakery sells cakes for one lakh rupees. The ingredients cost sixty thousand, paid at once.',
    caption: 'Cakes sold for ₹1,00,000. Ingredients ₹60,000, paid at once.',
  },
  { say: 'Profit is the difference. Forty thousand rupees.', caption: 'Profit is the difference: ₹40,000.' },
  {
    say: 'But a hotel took half of the cakes, and it will pay in June.',
    caption: 'But a hotel took half of the cakes, and pays in June.',
  },
  {
    say: 'So fifty thousand came in, while sixty thousand went out.',
    caption: 'So ₹50,000 came in, while ₹60,000 went out.',
  },
  {
    say: 'A profit of forty thousand, and ten thousand less in the cash box. Watch both.',
    caption: 'A profit of ₹40,000, and ₹10,000 less in the cash box. Watch both.',
  },
];

export function profitAndCash(): Promise<SampleVideo> {
  return narrate({
    slide: { theme: GREEN, course: COURSE, title: 'April at the bakery', ground: 'slope' },
    voice: 'slt',
    chords: CHORDS,
    lines: PROFIT_AND_CASH_LINES,
    figure: (t, cue) => {
      const unpaid = progress(t, cue(2) + 0.6, 1);
      const half = 50_000 / RUPEES_PER_PIXEL;
      const top = BASE_Y - 2 * half;
      const later =
        box(124, top, 150, half, GREEN.ground, 4) +
        `<rect x="125.5" y="${top + 1.5}" width="147" height="${half - 3}" rx="4" fill="none" stroke="${TURMERIC}" stroke-width="3" stroke-dasharray="10 8"/>` +
        text(199, top + half / 2 + 10, 'in June', { size: 28, color: TURMERIC, anchor: 'middle', weight: 600 });
      return (
        line(
          [
            [88, BASE_Y],
            [740, BASE_Y],
          ],
          GREEN.soft,
          3,
        ) +
        bar(t, cue(0) + 1.4, { x: 124, amount: 1_00_000, label: 'Sales', fill: TURMERIC }) +
        bar(t, cue(0) + 4, { x: 334, amount: 60_000, label: 'Ingredients', fill: '#DE8062' }) +
        bar(t, cue(1), { x: 544, amount: 40_000, label: 'Profit', fill: '#BFD9CF' }) +
        fade(unpaid, later) +
        result(t, cue(3) + 0.2, 214, 'Cash that came in', rupees(50_000), '#FBFAF4') +
        result(t, cue(3) + 2, 336, 'Cash that went out', rupees(60_000), '#FBFAF4') +
        result(t, cue(4) + 2, 458, 'Change in the cash box', rupees(-10_000), TURMERIC)
      );
    },
  });
}
