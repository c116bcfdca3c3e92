import { Check } from 'lucide-react';

interface CheckListProps {
  items: readonly string[];
  className: string;
}

/** A list of features, each with a tick. */
export const CheckList = ({ items, className }: CheckListProps) => (
  <ul className={className}>
    {items.map((item) => (
      <li key={item} className="flex gap-3 wrap-anywhere">
        <Check size={20} className="text-success mt-0.5 shrink-0" aria-hidden="true" />
        {item}
      </li>
    ))}
  </ul>
);
