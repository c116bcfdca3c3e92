import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';

const turner = 'btn btn-square btn-quiet border-neutral-muted text-neutral-content hover:bg-neutral-content/15';

interface CarouselProps {
  /** Names the slides for screen readers, such as "Famous quotes". */
  label: string;
  slides: readonly { key: string; content: ReactNode }[];
}

/** Slides turned with buttons, dots or arrow keys; it never moves by itself. For a `neutral` background. */
export function Carousel({ label, slides }: CarouselProps) {
  const [current, setCurrent] = useState(0);
  const count = slides.length;
  const turn = (step: number) => setCurrent((index) => (index + step + count) % count);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1);
    else if (event.key === 'ArrowRight') turn(1);
    else return;
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons inside
    <section aria-roledescription="carousel" aria-label={label} onKeyDown={onKeyDown}>
      <div className="grid" aria-live="polite">
        {slides.map(({ key, content }, index) => (
          // All slides share one cell, so that the height does not change.
          <article
            key={key}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${count}`}
            className={`col-start-1 row-start-1 transition-opacity duration-200 ${index === current ? '' : 'invisible opacity-0'}`}
          >
            {content}
          </article>
        ))}
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        <button type="button" className={turner} aria-label="Previous quote" onClick={() => turn(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </button>
        <button type="button" className={turner} aria-label="Next quote" onClick={() => turn(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </button>
        <span className="ms-2 flex flex-wrap">
          {slides.map(({ key }, index) => (
            <button
              key={key}
              type="button"
              className="group grid size-7 cursor-pointer place-items-center"
              aria-label={`Quote ${index + 1}`}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => setCurrent(index)}
            >
              <span className="bg-neutral-muted h-2.5 w-2.5 rounded-full opacity-60 group-aria-[current=true]:w-5 group-aria-[current=true]:opacity-100" />
            </button>
          ))}
        </span>
      </div>
    </section>
  );
}
