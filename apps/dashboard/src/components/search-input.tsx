import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';

const typingPauseMs = 250;

interface SearchInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /** Called when the user stops typing. */
  onSearch: (text: string) => void;
  /** What of the typed text may be shown and searched for. */
  clean?: (text: string) => string;
}

export function SearchInput({ value, onSearch, clean = (text) => text, ...field }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const sent = useRef(value);
  // Follows another control that has changed the value, but not an answer that is older than what is typed.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent.current) setText(value);
  }
  const search = useDebouncedCallback((wanted: string) => {
    sent.current = wanted;
    onSearch(wanted);
  }, typingPauseMs);
  return (
    <TextInput
      type="search"
      {...field}
      value={text}
      onChange={(event) => {
        const typed = clean(event.currentTarget.value);
        setText(typed);
        search(typed.trim());
      }}
    />
  );
}
