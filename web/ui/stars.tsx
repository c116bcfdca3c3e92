import { Trans } from '@lingui/react/macro';
const STAR = 'm10 1.9 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8z';
const STEP = 22;
const PLACES = [0, 1, 2, 3, 4];

const Row = ({ className }: { className: string }) =>
  PLACES.map((place) => (
    <path
      key={place}
      d={STAR}
      transform={`translate(${place * STEP} 0)`}
      strokeLinejoin="round"
      className={className}
    />
  ));

/** Stars from 0 to 5, with parts of one. Read as "4.6 of 5 stars". */
export const Stars = ({ stars, className = 'h-4' }: { stars: number; className?: string }) => (
  <span className="inline-flex shrink-0">
    <span className="sr-only">
      <Trans>{stars} of 5 stars</Trans>
    </span>
    <svg viewBox="0 0 108 20" aria-hidden="true" className={`w-auto ${className}`}>
      <Row className="fill-none stroke-(--line-strong)" />
      <svg width={stars * STEP - (stars % 1) * 2} height="20">
        <Row className="fill-secondary stroke-(--line-strong) dark:stroke-secondary" />
      </svg>
    </svg>
  </span>
);
