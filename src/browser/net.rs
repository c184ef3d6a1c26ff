//! The server: connections, their limits, and the end.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::rc::Rc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::task::{AbortHandle, LocalSet, yield_now};
use tokio::time::{sleep, timeout};

use super::ServeArgs;
use super::access::Access;
use super::answer::{HttpAnswer, Refused};
use super::routes::{self, Asked};
use super::tabs::Games;
use crate::base::platform::{Signal, Signals};

/// The maximum number of connections. A further one takes the place of another.
const MOST_CONNECTIONS: usize = 256;
/// The maximum size of a request's head in bytes.
const LONGEST_HEAD: usize = 16 * 1024;
/// The maximum size of a request's body in bytes.
const LONGEST_BODY: usize = 1 << 20;
/// The time limit for receiving a request.
const ARRIVAL: Duration = Duration::from_secs(10);
/// The lifetime of a connection, so that unused ones do not keep others out.
const LIFE: Duration = Duration::from_secs(60);
/// How often the results of searches are read, with and without a running search.
const BUSY: Duration = Duration::from_millis(15);
const IDLE: Duration = Duration::from_millis(100);

/// Serves until the program is asked to end.
pub(super) fn serve(games: Games, serving: &ServeArgs) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let games = Rc::new(RefCell::new(games));
    LocalSet::new().block_on(&runtime, async {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, serving.port))).await?;
        let access = Rc::new(Access::new(listener.local_addr()?.port()));
        let signals = Signals::listen()?;
        announce(&access.address(), !serving.no_open)?;
        let doors = tokio::task::spawn_local(receive(listener, access, Rc::clone(&games)));
        watch(&games, &signals).await;
        doors.abort();
        Ok::<(), io::Error>(())
    })?;
    let unsaved = games.borrow_mut().close();
    let mut out = anstream::stdout();
    writeln!(
        out,
        "{}",
        if unsaved.is_empty() { "The games are saved." } else { "Some games could not be saved:" }
    )?;
    unsaved.iter().try_for_each(|text| writeln!(out, "\n{text}"))
}

/// Prints the address of the page, and opens it.
fn announce(address: &str, opens_browser: bool) -> io::Result<()> {
    let mut out = anstream::stdout();
    writeln!(out, "Fibnif is at {address}\nCtrl-C ends it; the games are saved after each move.")?;
    out.flush()?;
    if opens_browser && let Err(error) = open::that_detached(address) {
        writeln!(
            anstream::stderr(),
            "fibnif: could not open a browser ({error}); open the address yourself"
        )?;
    }
    Ok(())
}

/// Reads the results of searches, updates the clocks, and waits for the end.
async fn watch(games: &RefCell<Games>, signals: &Signals) {
    loop {
        let busy = games.borrow_mut().tick(Instant::now());
        match signals.received() {
            Signal::Nothing => {}
            Signal::Suspend => signals.sleep(),
            Signal::End => return,
        }
        sleep(if busy { BUSY } else { IDLE }).await;
    }
}

struct Guest {
    task: AbortHandle,
    /// Whether a whole request of the page has come over it.
    has_asked: Rc<Cell<bool>>,
}

/// Accepts connections as long as the program runs. If there are too many, the oldest one over which no
/// request has come is dropped, or else the oldest.
async fn receive(listener: TcpListener, access: Rc<Access>, games: Rc<RefCell<Games>>) {
    let mut guests: Vec<Guest> = Vec::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // For example, out of file descriptors: other connections must close first.
            sleep(IDLE).await;
            continue;
        };
        guests.retain(|guest| !guest.task.is_finished());
        if guests.len() >= MOST_CONNECTIONS {
            let oldest = guests.iter().position(|guest| !guest.has_asked.get()).unwrap_or_default();
            guests.remove(oldest).task.abort();
        }
        let (access, games) = (Rc::clone(&access), Rc::clone(&games));
        let has_asked = Rc::new(Cell::new(false));
        let asking = Rc::clone(&has_asked);
        let task = tokio::task::spawn_local(async move {
            let service = service_fn(move |request| {
                answer(request, Rc::clone(&access), Rc::clone(&games), Rc::clone(&asking))
            });
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(ARRIVAL).max_buf_size(LONGEST_HEAD);
            let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
            // A peer that disconnects or does not speak HTTP has been told so if it listens.
            if timeout(LIFE, connection.as_mut()).await.is_err() {
                connection.as_mut().graceful_shutdown();
                let _ = timeout(ARRIVAL, connection).await;
            }
        });
        guests.push(Guest { task: task.abort_handle(), has_asked });
        // A request that has already come is read before others take its place.
        yield_now().await;
    }
}

/// Answers a request.
async fn answer(
    request: Request<Incoming>,
    access: Rc<Access>,
    games: Rc<RefCell<Games>>,
    has_asked: Rc<Cell<bool>>,
) -> Result<Response<Full<Bytes>>, Infallible> {
    let answered = try_answer(request, &access, &games, &has_asked).await;
    Ok(answered.unwrap_or_else(Refused::answer).response())
}

async fn try_answer(
    request: Request<Incoming>,
    access: &Access,
    games: &RefCell<Games>,
    has_asked: &Cell<bool>,
) -> Result<HttpAnswer, Refused> {
    let (head, body) = request.into_parts();
    let path = access.check(head.uri.path(), &head.headers)?;
    let body = timeout(ARRIVAL, Limited::new(body, LONGEST_BODY).collect()).await;
    let body = body
        .map_err(|_| Refused::unclear("the request has not arrived in time"))?
        .map_err(|_| Refused::too_much(format!("expected at most {LONGEST_BODY} bytes")))?
        .to_bytes();
    has_asked.set(true);
    let query = head.uri.query().unwrap_or_default();
    let asked = Asked { method: &head.method, path, query, body: &body };
    routes::answer(&asked, &mut games.borrow_mut(), Instant::now())
}
