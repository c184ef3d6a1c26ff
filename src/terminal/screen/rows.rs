//! Text in rows of the screen.

/// Lines, broken into rows of this many columns.
pub fn wrapped(lines: &[String], width: usize) -> Vec<String> {
    let rows = |line: &String| {
        let rows = message_rows(line, width);
        if rows.is_empty() { vec![String::new()] } else { rows }
    };
    lines.iter().flat_map(rows).collect()
}

/// A message in rows of this many columns, broken between words if possible.
pub fn message_rows(text: &str, width: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines().map(clean) {
        let mut rest: &str = &line;
        while let Some((end, _)) = rest.char_indices().nth(width.max(1)) {
            let (head, _) = rest.split_at(end);
            let cut = head.rfind(' ').filter(|&cut| !head[..cut].trim().is_empty()).unwrap_or(end);
            let (head, tail) = rest.split_at(cut);
            rows.push(head.to_owned());
            rest = tail.trim_start();
        }
        rows.push(rest.to_owned());
    }
    rows
}

/// Text without control characters, since names come from files.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
}
