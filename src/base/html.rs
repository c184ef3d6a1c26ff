//! HTML pages. Each is one self-contained file that works on paper and on a phone, and is dark on a dark
//! screen.

use super::text::one_line;

/// The style of every page.
const STYLE: &str = "\
*{box-sizing:border-box}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;padding:1rem;max-width:70rem;\
color:#1c1c1c;background:#fff;overflow-wrap:break-word}h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}\
h2{font-size:1.2rem;margin:1.8rem 0 .5rem;border-bottom:1px solid #bbb}h3{font-size:1rem;margin:1rem 0 .3rem}\
code{font:.92em ui-monospace,monospace}.faint{color:#666}.wide{overflow-x:auto}\
table{border-collapse:collapse;margin:.3rem 0}td,th{border-bottom:1px solid #ddd;padding:.25rem .6rem;\
text-align:left;vertical-align:top}th{font-weight:600}td.number,th.number{text-align:right;white-space:nowrap}\
ul{padding-left:1.2rem;margin:.4rem 0}li{margin:.2rem 0}svg{max-width:100%;height:auto;display:block}\
.shelf{display:flex;flex-wrap:wrap;gap:1.2rem 1.6rem;align-items:flex-start}figure{margin:0;max-width:100%}\
figcaption{line-height:1.3;margin-bottom:.3rem}figcaption b{display:block}.legend{list-style:none;padding:0}\
.legend li{display:flex;gap:.5rem;align-items:center}.legend svg{flex:none}footer{margin-top:2rem}\
@media (max-width:30rem){td,th{padding:.2rem .35rem}.wide{font-size:.88rem}}\
@media screen and (prefers-color-scheme:dark){body{color:#e8e6e1;background:#161616}h2{border-color:#555}\
td,th{border-color:#3a3a3a}.faint{color:#a5a09a}}\
@media print{body{max-width:none;padding:0;font-size:11pt}figure,li,tr{break-inside:avoid}h2,h3{break-after:avoid}\
.wide{overflow:visible}}";

/// A whole page; `style` is added to the common style. The policy in its head keeps browsers from loading
/// anything, whatever the texts contain.
pub fn page(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src \
         'unsafe-inline'\">\n\
         <title>{}</title>\n<style>{STYLE}\n{style}</style></head><body>\n{body}\
         <footer class=\"faint\">Fibnif {}</footer>\n</body></html>\n",
        escaped(title),
        env!("CARGO_PKG_VERSION")
    )
}

/// Text with HTML's special characters escaped.
pub fn escaped(text: &str) -> String {
    one_line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A sentence; text between backticks becomes code.
pub fn prose(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(
            |(index, part)| {
                if index % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) }
            },
        )
        .collect()
}

/// A list of sentences; empty if there are none.
pub fn list<S: AsRef<str>>(sentences: impl IntoIterator<Item = S>) -> String {
    let items: Vec<String> =
        sentences.into_iter().map(|sentence| format!("<li>{}</li>\n", prose(sentence.as_ref()))).collect();
    if items.is_empty() { String::new() } else { format!("<ul>\n{}</ul>\n", items.concat()) }
}

/// A table whose cells are HTML. A column whose heading ends with `#` is right-aligned.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let class = |column: usize| match head.get(column) {
        Some(name) if name.ends_with('#') => " class=\"number\"",
        _ => "",
    };
    let cells = |tag: &str, cells: &mut dyn Iterator<Item = String>| {
        let cell = |(column, cell)| format!("<{tag}{}>{cell}</{tag}>", class(column));
        cells.enumerate().map(cell).collect::<Vec<_>>().concat()
    };
    let top = cells("th", &mut head.iter().map(|name| escaped(name.trim_end_matches('#'))));
    let row = |row: &Vec<String>| format!("<tr>{}</tr>\n", cells("td", &mut row.iter().cloned()));
    let body = rows.iter().map(row).collect::<Vec<_>>().concat();
    format!("<div class=\"wide\"><table><thead><tr>{top}</tr></thead>\n<tbody>{body}</tbody></table></div>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_files_are_texts_on_a_page() {
        assert_eq!(escaped("<b a=\"c\">&\u{1b}"), "&lt;b a=&quot;c&quot;&gt;&amp;?");
        assert_eq!(prose("say `a<b`, then"), "say <code>a&lt;b</code>, then");
        assert_eq!(list::<&str>([]), "");
        assert!(table(&["a", "n#"], &[vec!["x".into(), "1".into()]]).contains("<td class=\"number\">1</td>"));
    }
}
