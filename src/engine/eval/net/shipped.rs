//! The files of the nets: the shipped ones in one table, and those of users.

use std::sync::Arc;

use crate::base::trained::TrainedNet;
use crate::rules::variant::shipped_nets;

/// The files of the shipped nets, by the rows of a name and games.
macro_rules! files {
    ($($name:literal $games:literal,)*) => {
        &[$(($name, include_bytes!(concat!($name, ".net")))),*]
    };
}

/// Every shipped net: its name and its file.
static SHIPPED: &[(&str, &[u8])] = shipped_nets!(files);

/// A trained net, as a variant file requests it.
#[derive(Clone, Debug)]
pub struct Net {
    name: Arc<str>,
    source: Source,
}

#[derive(Clone, Debug)]
enum Source {
    Shipped(&'static [u8]),
    File(Arc<TrainedNet>),
}

impl Net {
    /// Every shipped net.
    pub fn shipped() -> impl Iterator<Item = Net> {
        SHIPPED.iter().map(|&(name, bytes)| Net { name: name.into(), source: Source::Shipped(bytes) })
    }

    /// The shipped net of a name.
    pub(super) fn named(name: &str) -> Option<Net> {
        Net::shipped().find(|net| net.name() == name)
    }

    /// The net of a file.
    pub(super) fn of_file(name: &Arc<str>, network: &Arc<TrainedNet>) -> Net {
        Net { name: Arc::clone(name), source: Source::File(Arc::clone(network)) }
    }

    /// Its name in variant files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The net. A shipped one is read from its bytes each time; `None` only if they are damaged.
    pub fn network(&self) -> Option<Arc<TrainedNet>> {
        match &self.source {
            Source::Shipped(bytes) => TrainedNet::read(bytes).ok().map(Arc::new),
            Source::File(network) => Some(Arc::clone(network)),
        }
    }
}
