import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, Download, FileType, Maximize, Search } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { toast } from 'react-hot-toast/headless';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { messages } from '#contract/messages.ts';
import type { StageProps } from '#web/features/kinds/kind.ts';
import { useReading } from '#web/features/kinds/use-reading.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { noResultsFor } from '#web/ui/table/no-matches.tsx';
import { drawPage, findPage, openPdf, type PDFDocumentProxy } from '#web/ui/pdf/pdf-document.ts';

type Pdf = NonNullable<Lecture['pdf']>;

type PdfStageProps = Pick<StageProps, 'lecture' | 'reporter' | 'watermark'> & { pdf: Pdf };

/** A page counts once it was in sight for this long. */
const READ_MS = 1500;

const useDocument = (address: string) => {
  const [state, setState] = useState<{ pdf?: PDFDocumentProxy; hasFailed?: boolean }>({});
  const fail = useCallback(() => setState({ hasFailed: true }), []);
  useEffect(() => {
    let isGone = false;
    const { document: opening, close } = openPdf({ url: address });
    opening.then(
      (pdf) => isGone || setState({ pdf }),
      () => isGone || fail(),
    );
    return () => {
      isGone = true;
      close();
    };
  }, [address, fail]);
  return { ...state, fail };
};

/** The page that is open: at first the one where its reader stopped. */
const usePages = ({ lecture, pdf, reporter }: PdfStageProps) => {
  const pageMs = (lecture.durationMs ?? 0) / pdf.pages;
  const resumeMs = lecture.progress?.isDone ? 0 : (lecture.progress?.positionMs ?? 0);
  const first = pageMs === 0 ? 1 : Math.min(pdf.pages, Math.floor(resumeMs / pageMs) + 1);
  const [page, setPage] = useState(first);
  const see = useReading(lecture, reporter);
  const count = useEffectEvent((shown: number) => {
    const range: [number, number] = [Math.round((shown - 1) * pageMs), Math.round(shown * pageMs)];
    see({ positionMs: range[0], range, hasEnded: shown === pdf.pages });
  });
  useEffect(() => {
    const timer = setTimeout(() => count(page), READ_MS);
    return () => clearTimeout(timer);
  }, [page]);
  const open = (number: number): void => setPage(Math.min(pdf.pages, Math.max(1, number)));
  return { page, open };
};

interface PageProps {
  document: PDFDocumentProxy;
  number: number;
  watermark: string | undefined;
  onFailure: () => void;
}

const Page = ({ document: opened, number, watermark, onFailure }: PageProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    let drawing = new AbortController();
    let drawnWidth = 0;
    const draw = (): void => {
      if (!frame.current || !canvas.current || !layer.current) return;
      const width = frame.current.clientWidth;
      if (width === drawnWidth) return;
      drawnWidth = width;
      // Two drawings on one canvas would fail.
      drawing.abort();
      drawing = new AbortController();
      const { signal } = drawing;
      drawPage(opened, number, { canvas: canvas.current, layer: layer.current, width, watermark, signal }).catch(
        () => signal.aborted || fail(),
      );
    };
    draw();
    window.addEventListener('resize', draw);
    return () => {
      drawing.abort();
      window.removeEventListener('resize', draw);
    };
  }, [opened, number, watermark]);
  return (
    <div ref={frame} className="pdf-page">
      <canvas ref={canvas} key={number} aria-hidden="true" />
      <div ref={layer} className="textLayer" />
    </div>
  );
};

const Find = ({
  document: opened,
  page,
  onFound,
}: {
  document: PDFDocumentProxy;
  page: number;
  onFound: (page: number) => void;
}) => {
  const { t } = useLingui();
  const language = useLanguage();
  const [words, setWords] = useState('');
  const [note, setNote] = useState('');
  const find = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const found = await findPage(opened, words, page);
      setNote(found === undefined ? noResultsFor(words, language) : '');
      if (found !== undefined) onFound(found);
    } catch {
      setNote(t`This PDF cannot be searched`);
    }
  };
  return (
    <search className="py-3 px-5 bg-base-100">
      <form onSubmit={(event) => void find(event)}>
        <input
          type="search"
          className="input min-h-11 w-full"
          aria-label={t`Find in this PDF`}
          placeholder={t`Find in this PDF`}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <output className="text-sm">{note}</output>
      </form>
    </search>
  );
};

interface BarProps {
  pdf: Pdf;
  page: number;
  onFind: () => void;
  onWide: () => void;
}

const Bar = ({ pdf, page, onFind, onWide }: BarProps) => {
  const { t } = useLingui();
  return (
    <div className="reading-bar">
      <FileType size={18} aria-hidden="true" />
      <span className="font-semibold text-base-content">
        <Trans>PDF</Trans>
      </span>
      <output className="num flex-1">
        <Trans>
          Page {page} of {{ pages: pdf.pages }}
        </Trans>
      </output>
      <button type="button" className="btn btn-ghost btn-square" aria-label={t`Find in this PDF`} onClick={onFind}>
        <Search size={18} aria-hidden="true" />
      </button>
      {pdf.isSaved && (
        <a className="btn btn-ghost btn-square" aria-label={t`Save the PDF`} href={pdf.address} download="">
          <Download size={18} aria-hidden="true" />
        </a>
      )}
      {document.fullscreenEnabled && (
        <button type="button" className="btn btn-ghost btn-square" aria-label={t`Full screen`} onClick={onWide}>
          <Maximize size={18} aria-hidden="true" />
        </button>
      )}
      <progress className="reading-progress" value={page} max={pdf.pages} aria-label={t`Read`} />
    </div>
  );
};

const Steps = ({ page, pages, open }: { page: number; pages: number; open: (page: number) => void }) => (
  <div className="flex justify-between pt-1 px-3 pb-3">
    <button type="button" className="btn btn-ghost" disabled={page === 1} onClick={() => open(page - 1)}>
      <ChevronLeft size={20} aria-hidden="true" />
      {page === 1 ? <Trans>Page 1</Trans> : <Trans>Page {{ number: page - 1 }}</Trans>}
    </button>
    <button type="button" className="btn btn-ghost" disabled={page === pages} onClick={() => open(page + 1)}>
      {page === pages ? <Trans>Page {pages}</Trans> : <Trans>Page {{ number: page + 1 }}</Trans>}
      <ChevronRight size={20} aria-hidden="true" />
    </button>
  </div>
);

const UnsupportedPdf = ({ pdf }: { pdf: Pdf }) => (
  <output className="block p-6 text-center">
    <Trans>This PDF cannot be shown here.</Trans>{' '}
    {pdf.isSaved ? (
      <a className="link" href={pdf.address} download="">
        <Trans>Download the PDF</Trans>
      </a>
    ) : (
      <Trans>Reload the page, or open it in another browser.</Trans>
    )}
  </output>
);

/** Opens the page with the words to which a search leads: together, or the longest of them. */
const useFound = (opened: PDFDocumentProxy | undefined, open: (page: number) => void): void => {
  const [search] = useSearchParams();
  const words = search.get('find');
  const show = useEffectEvent(open);
  useEffect(() => {
    if (!opened || words === null) return;
    const [longest = ''] = words.split(/\s+/).toSorted((a, b) => b.length - a.length);
    const find = async (): Promise<void> => {
      const page =
        (await findPage(opened, words, opened.numPages)) ?? (await findPage(opened, longest, opened.numPages));
      if (page !== undefined) show(page);
    };
    find().catch(() => undefined);
  }, [opened, words]);
};

/** A page at a time. */
const Pages = (props: PdfStageProps) => {
  const { t } = useLingui();
  const { lecture, pdf } = props;
  const frame = useRef<HTMLElement>(null);
  const { pdf: opened, hasFailed, fail } = useDocument(pdf.address);
  const { page, open } = usePages(props);
  useFound(opened, open);
  const [isFinding, setFinding] = useState(false);
  const onKeyDown = ({ key, target }: KeyboardEvent): void => {
    if (target instanceof HTMLInputElement) return;
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[key];
    if (step !== undefined) open(page + step);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its buttons
    <section
      ref={frame}
      aria-label={t`PDF: ${{ title: lecture.title }}`}
      className="reading-stage pdf-stage"
      onKeyDown={onKeyDown}
    >
      <Bar
        pdf={pdf}
        page={page}
        onFind={() => setFinding(!isFinding)}
        onWide={() =>
          void (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen())?.catch(
            () => toast.error(messages.player.noFullscreen),
          )
        }
      />
      {isFinding && opened && <Find document={opened} page={page} onFound={open} />}
      {hasFailed && <UnsupportedPdf pdf={pdf} />}
      {opened ? (
        <Page document={opened} number={page} watermark={props.watermark} onFailure={fail} />
      ) : (
        !hasFailed && <div className="pdf-page skeleton-block aspect-[1/1.41]" />
      )}
      <Steps page={page} pages={pdf.pages} open={open} />
    </section>
  );
};

/** A PDF. */
export const PdfStage = ({ lecture, reporter, watermark }: StageProps) =>
  lecture.pdf && <Pages {...{ lecture, reporter, watermark }} pdf={lecture.pdf} />;
