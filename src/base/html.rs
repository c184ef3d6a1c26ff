//! HTML pages. Each is one self-contained file that works on paper and on a phone, and is dark on a dark
//! screen.

use maud::{DOCTYPE, Markup, PreEscaped, Render as _, html};

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
pub fn page(title: &str, style: &str, body: &Markup) -> String {
    let policy = "default-src 'none'; style-src 'unsafe-inline'";
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { (PreEscaped(STYLE)) "\n" (PreEscaped(style)) }
            }
            body {
                (body)
                footer.faint { "Fibnif " (env!("CARGO_PKG_VERSION")) }
            }
        }
    };
    page.into_string()
}

/// Text with HTML's special characters escaped, for pictures.
pub fn escaped(text: &str) -> String {
    one_line(text).render().into_string()
}

/// A sentence; text between backticks becomes code.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// A list of sentences; empty if there are none.
pub fn list<S: AsRef<str>>(sentences: impl IntoIterator<Item = S>) -> Markup {
    let mut sentences = sentences.into_iter().peekable();
    html! {
        @if sentences.peek().is_some() {
            ul { @for sentence in sentences { li { (prose(sentence.as_ref())) } } }
        }
    }
}

/// A table. A column whose heading ends with `#` is right-aligned.
pub fn table(head: &[&str], rows: &[Vec<Markup>]) -> Markup {
    let class = |column: usize| head.get(column).filter(|name| name.ends_with('#')).map(|_| "number");
    html! {
        .wide { table {
            thead { tr {
                @for (column, name) in head.iter().enumerate() {
                    th class=[class(column)] { (name.trim_end_matches('#')) }
                }
            } }
            tbody {
                @for row in rows {
                    tr {
                        @for (column, cell) in row.iter().enumerate() { td class=[class(column)] { (cell) } }
                    }
                }
            }
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_files_are_texts_on_a_page() {
        assert_eq!(escaped("<b a=\"c\">&\u{1b}"), "&lt;b a=&quot;c&quot;&gt;&amp;?");
        assert_eq!(prose("say `a<b`, then").0, "say <code>a&lt;b</code>, then");
        assert_eq!(list::<&str>([]).0, "");
        let cells = ["x", "1"].map(|text| html! { (text) });
        assert!(table(&["a", "n#"], &[cells.into()]).0.contains("<td>x</td><td class=\"number\">1</td>"));
    }
}
